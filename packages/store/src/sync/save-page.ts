/**
 * Stores what one page listed, together with the position after it: a process that is killed goes on there. A resource
 * is removed only when a complete pass of its unit did not list it.
 */
import type { ListPrice } from '@kept/domain/list-price.ts'
import type { InventoryItem } from '@kept/domain/resource.ts'
import type { Scope } from '@kept/domain/scope.ts'
import type { MetricTarget } from '@kept/domain/sync/port.ts'
import { sql } from 'kysely'
import type { Database, ScopedTransaction } from '../database/connect.ts'
import { addListPrices } from '../prices/list-prices.ts'
import { putItems } from '../resources/put-inventory.ts'
import type { UnitToRead } from './units.ts'

interface PageToSave {
  items: readonly InventoryItem[]
  /** Of the connection that the unit belongs to. */
  prices?: { connectionId: string; listed: readonly ListPrice[] }
  /** Where the next page starts; null when this was the last one. */
  next: string | null
  /** What of a pass that ends with this page could not be read, in one sentence; '' when all was. */
  unread?: string
  now: Date
}

interface SavedPage {
  listed: number
  /** Resources that are gone: only after the last page. */
  removed: number
}

export async function savePage(
  database: Database,
  scope: Scope,
  unit: Pick<UnitToRead, 'id' | 'pass' | 'dataset'>,
  { items, prices, next, unread = '', now }: PageToSave,
): Promise<SavedPage> {
  return database.scoped(scope, async (tx) => {
    const rows = await putItems(tx, scope, await spelledAsBilled(tx, items), now)
    await markListed(tx, scope, unit, rows)
    if (prices) await addListPrices(tx, scope, { connectionId: prices.connectionId, prices: prices.listed, now })
    const removed = next === null && unit.dataset !== 'metrics' ? await removeUnlisted(tx, unit) : 0
    await tx
      .updateTable('sync_unit')
      .set((eb) => ({
        state: next !== null ? 'running' : unread === '' ? 'complete' : 'partial',
        reason: next === null ? unread : '',
        missing_action: '',
        throttled_until: null,
        cursor: next,
        pass: unit.pass,
        // Those of the pass before stay until this one is complete.
        resources: eb
          .selectFrom('sync_unit_resource')
          .select((count) => count.fn.countAll<string>().as('count'))
          .where('unit_id', '=', unit.id),
        updated_at: now,
        ...(next === null && { completed_at: now }),
      }))
      .where('id', '=', unit.id)
      .execute()
    return { listed: rows.length, removed }
  })
}

/**
 * Azure writes one resource in several cases, and its bills in another one than its inventory: two spellings must not
 * become two resources. The spelling that is stored first stays.
 */
async function spelledAsBilled(tx: ScopedTransaction, items: readonly InventoryItem[]): Promise<InventoryItem[]> {
  const ids = [...new Set(items.flatMap((item) => (item.provider === 'azure' ? azureIdsOf(item) : [])))]
  if (ids.length === 0) return [...items]
  const { rows } = await sql<{ resource_id: string }>`
    SELECT resource_id FROM resource
    WHERE starts_with(resource_id, '/') AND lower(resource_id) = ANY(${ids.map((id) => id.toLowerCase())}::text[])
    ORDER BY in_bill, resource_id
  `.execute(tx)
  const stored = new Map(rows.map(({ resource_id }) => [resource_id.toLowerCase(), resource_id]))
  const spelling = (id: string) => stored.get(id.toLowerCase()) ?? id
  return items.map((item) =>
    item.provider !== 'azure'
      ? item
      : {
          ...item,
          resource_id: spelling(item.resource_id),
          relations: item.relations.map((relation) => ({ ...relation, resource_id: spelling(relation.resource_id) })),
          ...(item.attributes.source_volume !== undefined && {
            attributes: { ...item.attributes, source_volume: spelling(item.attributes.source_volume) },
          }),
        },
  )
}

function azureIdsOf({ resource_id, relations, attributes }: InventoryItem): string[] {
  return [resource_id, ...relations.map((relation) => relation.resource_id), attributes.source_volume ?? '']
}

async function markListed(
  tx: ScopedTransaction,
  scope: Scope,
  unit: Pick<UnitToRead, 'id' | 'pass'>,
  rows: readonly InventoryItem[],
): Promise<void> {
  if (rows.length === 0) return
  const listed = JSON.stringify(rows.map(({ provider, resource_id, type }) => ({ provider, resource_id, type })))
  await sql`
    INSERT INTO sync_unit_resource (organization_id, unit_id, provider, resource_id, type, pass)
    SELECT ${scope.organizationId}::uuid, ${unit.id}::uuid, provider, resource_id, type, ${unit.pass}::bigint
    FROM jsonb_to_recordset(${listed}::jsonb) AS row (provider text, resource_id text, type text)
    ON CONFLICT (unit_id, provider, resource_id) DO UPDATE SET pass = excluded.pass, type = excluded.type
  `.execute(tx)
}

/** A resource that another unit, or another connection, still lists stays. */
async function removeUnlisted(tx: ScopedTransaction, unit: Pick<UnitToRead, 'id' | 'pass'>): Promise<number> {
  const { rows } = await sql<{ provider: string; resource_id: string }>`
    DELETE FROM sync_unit_resource WHERE unit_id = ${unit.id}::uuid AND pass < ${unit.pass}::bigint
    RETURNING provider, resource_id
  `.execute(tx)
  return removeFromInventory(tx, rows)
}

/** Takes resources out of the inventory that no unit lists any more; those on a bill stay as the bill has them. */
export async function removeFromInventory(
  tx: ScopedTransaction,
  resources: readonly { provider: string; resource_id: string }[],
): Promise<number> {
  if (resources.length === 0) return 0
  const gone = sql`jsonb_to_recordset(${JSON.stringify(resources)}::jsonb) AS gone (provider text, resource_id text)`
  const unlisted = sql`resource.provider = gone.provider AND resource.resource_id = gone.resource_id
    AND NOT EXISTS (SELECT FROM sync_unit_resource AS listed
      WHERE listed.provider = gone.provider AND listed.resource_id = gone.resource_id)`
  await sql`
    DELETE FROM resource_relation AS relation USING ${gone}
    WHERE relation.provider = gone.provider AND relation.resource_id = gone.resource_id
      AND NOT EXISTS (SELECT FROM sync_unit_resource AS listed
        WHERE listed.provider = gone.provider AND listed.resource_id = gone.resource_id)
  `.execute(tx)
  const updated = await sql`
    UPDATE resource SET in_inventory = false, state = '', state_since = NULL, state_seen_since = NULL, attributes = '{}'
    FROM ${gone} WHERE ${unlisted} AND resource.in_bill RETURNING 1
  `.execute(tx)
  const deleted =
    await sql`DELETE FROM resource USING ${gone} WHERE ${unlisted} AND NOT resource.in_bill RETURNING 1`.execute(tx)
  return updated.rows.length + deleted.rows.length
}

/** The resources of one account and region whose metrics are read, in a stable order. */
export async function metricTargets(
  database: Database,
  scope: Scope,
  unit: Pick<UnitToRead, 'accountId' | 'region'> & { connectionId: string },
  types: readonly string[],
): Promise<MetricTarget[]> {
  const rows = await database.scoped(scope, (tx) =>
    tx
      .selectFrom('sync_unit_resource')
      .innerJoin('sync_unit', 'sync_unit.id', 'sync_unit_resource.unit_id')
      // What is renamed by a bill is described again by the next pass, and measured meanwhile.
      .leftJoin('resource', (join) =>
        join
          .onRef('resource.provider', '=', 'sync_unit_resource.provider')
          .onRef('resource.resource_id', '=', 'sync_unit_resource.resource_id'),
      )
      .where('sync_unit.connection_id', '=', unit.connectionId)
      .where('sync_unit.account_id', '=', unit.accountId)
      .where('sync_unit.region', '=', unit.region)
      .where('sync_unit_resource.type', 'in', [...types])
      .select([
        'sync_unit_resource.resource_id',
        'sync_unit_resource.type',
        'resource.inventory_name',
        'resource.size',
        'resource.created_at',
        'resource.attributes',
      ])
      .orderBy('sync_unit_resource.resource_id')
      .execute(),
  )
  return rows.map(({ resource_id, type, inventory_name, size, created_at, attributes }) => ({
    type,
    resourceId: resource_id,
    // Metrics are named as the cloud names a resource, which a bill may not.
    name: inventory_name ?? '',
    size: size ?? '',
    createdMs: created_at?.getTime(),
    attributes: attributes ?? {},
  }))
}
