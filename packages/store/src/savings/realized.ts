/** Sums of the ledger by action and by part of a month. In whole nano-units, never floats. */
import type { Scope } from '@kept/domain/scope.ts'
import type { Database } from '../database/connect.ts'

export interface RealizedAction {
  action: string
  currency: string
  net: string
  /** The first and last month with an entry. */
  first: string
  last: string
}

export function realizedByAction(database: Database, scope: Scope): Promise<RealizedAction[]> {
  return database.scoped(scope, (tx) =>
    tx
      .selectFrom('savings_ledger_entry')
      .select(['action', 'currency'])
      .select((eb) => [
        eb.fn.sum<string>('amount').as('net'),
        eb.fn.min('period').as('first'),
        eb.fn.max('period').as('last'),
      ])
      .where('kind', '<>', 'fee')
      .groupBy(['action', 'currency'])
      .orderBy('action')
      .execute(),
  )
}

export interface BookedPart {
  period: string
  currency: string
  part: string
  kind: string
  net: string
}

/** For the waterfall chart: each month by kind and part, including fees. */
export async function bookedByPart(database: Database, scope: Scope): Promise<BookedPart[]> {
  const rows = await database.scoped(scope, (tx) =>
    tx
      .selectFrom('savings_ledger_entry')
      .select(['period', 'currency', 'part', 'kind'])
      .select((eb) => eb.fn.sum<string>('amount').as('net'))
      .groupBy(['period', 'currency', 'part', 'kind'])
      .orderBy('period')
      .execute(),
  )
  return rows.map((row) => ({ ...row, part: row.part ?? '' }))
}
