/** For tests: stores a made-up signed statement where the ledger stores them. */
import { randomUUID } from 'node:crypto'
import type { Scope } from '@kept/domain/scope.ts'
import type { BookedStatement } from '@kept/engine/testing/statement-book.ts'
import type { Database } from '@kept/store/database/connect.ts'

export async function plantSigned(
  database: Database,
  scope: Scope,
  { kind, statement, body }: BookedStatement,
): Promise<string> {
  const id = randomUUID()
  const { period, currency, before, head, net, billable, carried_after, commission } = statement
  await database.scoped(scope, (tx) =>
    tx
      .insertInto('savings_statement')
      .values({
        ...{ id, organization_id: scope.organizationId, period, currency, kind, issued_at: new Date(), body },
        ...{ before_seq: before.seq, head_seq: head.seq, head_hash: head.hash, net, billable, carried_after },
        ...{ fee: commission.fee, customer_net: commission.customer_net },
        ...{ rule_id: commission.rule_id, rule_version: commission.rule_version },
      })
      .execute(),
  )
  return id
}
