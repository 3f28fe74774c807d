/** Months of an account that are loaded twice, so that their costs count twice. */
import { badInput, type KeptError } from '@kept/domain/errors.ts'
import { sql } from 'kysely'
import type { ScopedTransaction } from '../database/connect.ts'
import type { PlacedLoad } from './find-losses.ts'

export interface DoubledMonth {
  /** "2026-01" */
  month: string
  provider: string | undefined
  account: string
  /** Through which it is loaded as well. */
  name: string
}

/** Of a month that is read on a schedule: it must not count twice. */
export function refuseDouble(double: Omit<DoubledMonth, 'provider'>): KeptError {
  return badInput(describeLoaded(double))
}

export function describeLoaded({ month, account, name }: Omit<DoubledMonth, 'provider'>): string {
  return `${month} of the billing account ${account} is already loaded through "${name}", and its costs would count twice. Undo that import, then choose "Sync now".`
}

/**
 * The same account and month loaded through two connections counts twice. Only users can decide about bills that they
 * upload. Months of one folder of exports are connections of their own, and rows of one period in two of them are different
 * ones.
 */
export async function findDoubles(tx: ScopedTransaction, loads: readonly PlacedLoad[]): Promise<DoubledMonth[]> {
  const doubles: DoubledMonth[] = []
  for (const { dataset, connectionId, billingAccountId, billingPeriod, providers } of loads) {
    if (dataset !== 'cost_and_usage' || billingAccountId === '') continue
    const otherLoads = await tx
      .selectFrom('cost_load')
      .innerJoin('connection', 'connection.id', 'cost_load.connection_id')
      .select('connection.name')
      .where('cost_load.status', '=', 'current')
      .where('cost_load.dataset', '=', 'cost_and_usage')
      .where('cost_load.connection_id', '!=', connectionId)
      .where('cost_load.billing_account_id', '=', billingAccountId)
      .where('cost_load.billing_period', '=', billingPeriod)
      .where(({ not, exists, selectFrom, ref }) =>
        not(
          exists(
            selectFrom('connection as own')
              .select('own.id')
              .where('own.id', '=', connectionId)
              .where('own.kind', '=', 'bucket')
              .whereRef('own.name', '=', 'connection.name')
              .where(sql<boolean>`starts_with(own.key, own.name || ' ')`)
              .where(sql<boolean>`starts_with(${ref('connection.key')}, own.name || ' ')`),
          ),
        ),
      )
      .execute()
    for (const { name } of otherLoads)
      doubles.push({ month: billingPeriod.slice(0, 7), provider: providers[0], account: billingAccountId, name })
  }
  return doubles
}
