/** Signed statements, and the status of each month. */
import type { ActionFigures } from '@kept/domain/action-figures.ts'
import { KeptError } from '@kept/domain/errors.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { decimal } from '@kept/foundation/decimal.ts'
import type { Insertable, Selectable } from 'kysely'
import type { Database } from '../database/connect.ts'
import type { Schema } from '../database/schema.ts'

const summary = [
  'id',
  'period',
  'currency',
  'kind',
  'issued_at',
  'before_seq',
  'head_seq',
  'head_hash',
  'net',
  'billable',
  'carried_after',
  'fee',
  'customer_net',
  'rule_id',
  'rule_version',
] as const

export interface StatementSummary
  extends Pick<
    Selectable<Schema['savings_statement']>,
    'id' | 'period' | 'currency' | 'kind' | 'head_hash' | 'net' | 'billable' | 'carried_after' | 'fee' | 'customer_net'
  > {
  issued_at: string
  rule_id: string
  rule_version: number
  before_seq: number
  head_seq: number
}

/** In chain order. */
export async function listStatements(database: Database, scope: Scope): Promise<StatementSummary[]> {
  const rows = await database.scoped(scope, (tx) =>
    tx.selectFrom('savings_statement').select(summary).orderBy('head_seq').orderBy('issued_at').execute(),
  )
  return rows.map(({ before_seq, head_seq, issued_at, fee, customer_net, ...row }) => ({
    ...row,
    fee: decimal(fee),
    customer_net: decimal(customer_net),
    issued_at: issued_at.toISOString(),
    before_seq: Number(before_seq),
    head_seq: Number(head_seq),
  }))
}

/** The signed text. */
export async function readStatementBody(
  database: Database,
  scope: Scope,
  id: string,
): Promise<{ period: string; currency: string; body: string }> {
  const row = await database.scoped(scope, (tx) =>
    tx.selectFrom('savings_statement').select(['period', 'currency', 'body']).where('id', '=', id).executeTakeFirst(),
  )
  if (!row) throw new KeptError('not_found', 'Statement not found.')
  return row
}

/** Without the figures of each action, which may be many. */
export type MonthRun = Omit<Selectable<Schema['savings_run']>, 'organization_id' | 'actions'>

export function listRuns(database: Database, scope: Scope): Promise<MonthRun[]> {
  return database.scoped(scope, (tx) =>
    tx
      .selectFrom('savings_run')
      .select([
        'period',
        'currency',
        'state',
        'inputs_key',
        'net',
        'parts',
        'replaced',
        'held',
        'gaps',
        'calculated_at',
      ])
      .orderBy('period')
      .orderBy('currency')
      .execute(),
  )
}

export interface MonthFigures {
  period: string
  currency: string
  /** By action; empty for months that were calculated before figures were kept. */
  actions: Record<string, ActionFigures>
}

/** What the latest calculations of these months found of each action; both months are included. */
export function listFigures(
  database: Database,
  scope: Scope,
  { first, last }: { first: string; last: string },
): Promise<MonthFigures[]> {
  return database.scoped(scope, (tx) =>
    tx
      .selectFrom('savings_run')
      .select(['period', 'currency', 'actions'])
      .where('period', '>=', first)
      .where('period', '<=', last)
      .execute(),
  )
}

export async function noteRun(
  database: Database,
  scope: Scope,
  run: Omit<Insertable<Schema['savings_run']>, 'organization_id'>,
): Promise<void> {
  const { period, currency, ...rest } = run
  await database.scoped(scope, (tx) =>
    tx
      .insertInto('savings_run')
      .values({ organization_id: scope.organizationId, ...run })
      .onConflict((conflict) => conflict.columns(['organization_id', 'period', 'currency']).doUpdateSet(rest))
      .execute(),
  )
}
