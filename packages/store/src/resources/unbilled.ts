/** Resources of providers that are in the inventory and on no bill: the rules evaluate them at public prices. */
import type { UnbilledResource } from '@kept/domain/facts.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { utcDay } from '@kept/foundation/calendar/instant.ts'
import type { Database } from '../database/connect.ts'

export async function readUnbilled(database: Database, scope: Scope): Promise<UnbilledResource[]> {
  const rows = await database.scoped(scope, (tx) =>
    tx
      .selectFrom('resource')
      .where('in_inventory', '=', true)
      .where('provider', 'not in', (eb) =>
        eb.selectFrom('resource as billed').select('billed.provider').where('billed.in_bill', '=', true),
      )
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
      .execute(),
  )
  return rows.map(({ created_at, ...row }) => ({
    ...row,
    state: row.state.toLowerCase(),
    created_on: created_at ? utcDay(created_at) : '',
  }))
}
