/** The inventory as the rules read it. */
import type { InventoryRow } from '@kept/domain/facts.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { utcDay } from '@kept/foundation/calendar/instant.ts'
import type { Database } from '../database/connect.ts'
import { isListedWithItsPlace } from '../sync/being-read.ts'

/** Undefined when no inventory was ever imported: the rules report that and do not call everything orphaned. */
export async function readInventory(database: Database, scope: Scope): Promise<InventoryRow[] | undefined> {
  return database.scoped(scope, async (tx) => {
    const rows = await tx
      .selectFrom('resource')
      .where('in_inventory', '=', true)
      .where(await isListedWithItsPlace(tx))
      .select([
        'provider',
        'resource_id',
        'name',
        'type',
        'size',
        'state',
        'state_since',
        'state_seen_since',
        'created_at',
        'owner',
        'tags',
        'attributes',
        // A bill may name another account, such as the one that pays.
        'inventory_sub_account_id as sub_account_id',
        'inventory_region as region',
      ])
      .orderBy('provider')
      .orderBy('resource_id')
      .execute()
    if (rows.length === 0) return undefined
    const relations = await tx
      .selectFrom('resource_relation')
      .select(['resource_id', 'kind', 'other_id'])
      .orderBy('resource_id')
      .orderBy('other_id')
      .execute()
    const [outgoing, incoming] = [
      new Map<string, InventoryRow['relations']>(),
      new Map<string, InventoryRow['related']>(),
    ]
    for (const { resource_id, kind, other_id } of relations) {
      push(outgoing, resource_id, { kind, resource_id: other_id })
      push(incoming, other_id, { kind, resource_id })
    }
    return rows.map(({ state_since, state_seen_since, created_at, state, ...row }) => ({
      ...row,
      state: state.toLowerCase(),
      state_since: state_since ? utcDay(state_since) : '',
      state_seen_since: state_seen_since ? utcDay(state_seen_since) : '',
      created_on: created_at ? utcDay(created_at) : '',
      relations: outgoing.get(row.resource_id) ?? [],
      related: incoming.get(row.resource_id) ?? [],
    }))
  })
}

function push<Item>(map: Map<string, Item[]>, key: string, item: Item): void {
  const items = map.get(key)
  if (items) items.push(item)
  else map.set(key, [item])
}
