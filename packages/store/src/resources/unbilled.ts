/** Resources that the rules evaluate without a bill: at public prices, and commitments as their cloud reports them. */
import { commitmentItemType } from '@kept/domain/commitment-item.ts'
import type { UnbilledResource } from '@kept/domain/facts.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { utcDay } from '@kept/foundation/calendar/instant.ts'
import { sql } from 'kysely'
import type { Database, ScopedTransaction } from '../database/connect.ts'
import { isListedWithItsPlace } from '../sync/being-read.ts'
import { isSameProvider } from './provider-spelling.ts'

/** Those of providers that are on no bill, in whichever spelling. */
export function readUnbilled(database: Database, scope: Scope): Promise<UnbilledResource[]> {
  return readInventoryOf(database, scope, 'unbilled')
}

/** Reservations, savings plans and committed use that connections listed, of all providers. */
export function readCommitments(database: Database, scope: Scope): Promise<UnbilledResource[]> {
  return readInventoryOf(database, scope, 'commitments')
}

async function readInventoryOf(
  database: Database,
  scope: Scope,
  which: 'unbilled' | 'commitments',
): Promise<UnbilledResource[]> {
  const rows = await database.scoped(scope, async (tx) => {
    const unbilled = which === 'unbilled' ? await unbilledProviders(tx) : []
    return tx
      .selectFrom('resource')
      .where('in_inventory', '=', true)
      .where(await isListedWithItsPlace(tx))
      .$if(which === 'unbilled', (query) => query.where('provider', '=', sql<string>`any(${unbilled}::text[])`))
      .$if(which === 'commitments', (query) => query.where('inventory_type', '=', commitmentItemType))
      .select([
        'provider',
        'resource_id',
        'name',
        'type',
        'size',
        'state',
        'service',
        'region',
        'billing_account_id',
        'sub_account_id',
        'sub_account_name',
        'tags',
        'attributes',
        'created_at',
      ])
      .orderBy('provider')
      .orderBy('resource_id')
      .execute()
  })
  return rows.map(({ created_at, ...row }) => ({
    ...row,
    state: row.state.toLowerCase(),
    created_on: created_at ? utcDay(created_at) : '',
  }))
}

/** In any spelling: an inventory gets that of the bill when it is read again, up to a day after the bill. */
async function unbilledProviders(tx: ScopedTransaction): Promise<string[]> {
  const rows = await tx
    .selectFrom('resource')
    .select(['provider', (eb) => eb.fn.agg<boolean>('bool_or', ['in_bill']).as('is_billed')])
    .groupBy('provider')
    .execute()
  const billed = rows.filter(({ is_billed }) => is_billed)
  return rows
    .map(({ provider }) => provider)
    .filter((provider) => !billed.some((other) => isSameProvider(other.provider, provider)))
}
