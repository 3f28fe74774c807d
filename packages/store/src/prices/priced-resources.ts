/** What a connection lists that may have a list price. */
import type { UnbilledResource } from '@kept/domain/facts.ts'
import type { Scope } from '@kept/domain/scope.ts'
import type { Database } from '../database/connect.ts'

type PricedResource = Pick<UnbilledResource, 'provider' | 'type' | 'size' | 'state' | 'region' | 'attributes'>

/** A connection lists hundreds of thousands: they are read in parts, and few products remain of them. */
const batch = 5_000

/** Calls `onResources` for each part of what the connection lists, as its inventory says. */
export async function readPricedResources(
  database: Database,
  scope: Scope,
  connectionId: string,
  onResources: (resources: readonly PricedResource[]) => void,
): Promise<void> {
  let after = ''
  for (;;) {
    const rows = await database.scoped(scope, (tx) =>
      tx
        .selectFrom('resource')
        .where('in_inventory', '=', true)
        .where('resource_id', '>', after)
        .where((eb) =>
          eb.exists(
            eb
              .selectFrom('sync_unit_resource')
              .innerJoin('sync_unit', 'sync_unit.id', 'sync_unit_resource.unit_id')
              .whereRef('sync_unit_resource.provider', '=', 'resource.provider')
              .whereRef('sync_unit_resource.resource_id', '=', 'resource.resource_id')
              .where('sync_unit.connection_id', '=', connectionId)
              .select('sync_unit.id'),
          ),
        )
        .select(['provider', 'resource_id', 'inventory_type as type', 'size', 'state', 'inventory_region as region'])
        .select('attributes')
        .orderBy('resource_id')
        .limit(batch)
        .execute(),
    )
    onResources(rows.map((row) => ({ ...row, state: row.state.toLowerCase() })))
    const last = rows.at(-1)
    if (last === undefined || rows.length < batch) return
    after = last.resource_id
  }
}
