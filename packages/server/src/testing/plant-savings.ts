/** For tests: a recorded action and a statement, inserted directly. */
import { randomUUID } from 'node:crypto'
import type { Scope } from '@kept/domain/scope.ts'
import type { Database } from '@kept/store/database/connect.ts'
import { recordAction } from '@kept/store/savings/actions.ts'

export async function plantAction(database: Database, scope: Scope): Promise<string> {
  const actionInput = { resource_id: randomUUID(), not_before: '2026-09-01T00:00:00Z', evidence: '' }
  const { id } = await recordAction(database, scope, {
    input: actionInput,
    title: 'Planted',
    actorName: 'Test',
    now: new Date(),
  })
  return id
}

export async function plantStatement(
  database: Database,
  scope: Scope,
  { period = '2026-01', net = '1', fee = '0.25', body = '{}' } = {},
): Promise<string> {
  const id = randomUUID()
  await database.scoped(scope, (tx) =>
    tx
      .insertInto('savings_statement')
      .values({
        ...{
          id,
          organization_id: scope.organizationId,
          period,
          currency: 'USD',
          kind: 'trueup',
          issued_at: new Date(),
        },
        ...{ before_seq: 0, head_seq: 0, head_hash: '0'.repeat(64), net, billable: net, carried_after: '0' },
        ...{ fee, customer_net: '0', rule_id: 'standard', rule_version: 1, body },
      })
      .execute(),
  )
  return id
}
