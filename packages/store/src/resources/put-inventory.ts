/** Stores an inventory: an item replaces its previous version, with its relations. */
import type { InventoryItem } from '@kept/domain/resource.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { sql } from 'kysely'
import type { Database, ScopedTransaction } from '../database/connect.ts'
import { providerSpellings } from './provider-spelling.ts'
import { refreshResourceSearchText } from './refresh-search-text.ts'

interface PutInventory {
  items: number
  relations: number
  /** Items whose resource has charges under the same id. */
  in_bill: number
}

const batch = 5_000

/** All items in one transaction, or none. */
export async function putInventory(
  database: Database,
  scope: Scope,
  items: readonly InventoryItem[],
  observedAt: Date,
): Promise<PutInventory> {
  return database.scoped(scope, async (tx) => {
    const rows = await spelledAsInBills(tx, items)
    let [relations, inBill] = [0, 0]
    for (let offset = 0; offset < rows.length; offset += batch) {
      const part = rows.slice(offset, offset + batch)
      inBill += await writeItems(tx, scope, part, observedAt)
      relations += await writeRelations(tx, scope, part)
    }
    await refreshResourceSearchText(tx)
    return { items: rows.length, relations, in_bill: inBill }
  })
}

/**
 * Writes one page of an inventory in a transaction of the caller's, who refreshes the search text after the last page.
 * Returns the items as they are stored.
 */
export async function putItems(
  tx: ScopedTransaction,
  scope: Scope,
  items: readonly InventoryItem[],
  observedAt: Date,
): Promise<InventoryItem[]> {
  if (items.length === 0) return []
  const rows = await spelledAsInBills(tx, items)
  await writeItems(tx, scope, rows, observedAt)
  await writeRelations(tx, scope, rows)
  return rows
}

/** Each resource once, under the provider's name as the organization's bills have it. */
async function spelledAsInBills(tx: ScopedTransaction, items: readonly InventoryItem[]): Promise<InventoryItem[]> {
  const spelling = await providerSpellings(tx)
  const byId = new Map(items.map((item) => [`${spelling(item.provider)}\0${item.resource_id}`, item]))
  return [...byId.values()].map((item) => ({ ...item, provider: spelling(item.provider) }))
}

async function writeItems(
  tx: ScopedTransaction,
  scope: Scope,
  items: readonly InventoryItem[],
  observedAt: Date,
): Promise<number> {
  const at = observedAt.toISOString()
  const { rows } = await sql<{ in_bill: boolean }>`
    INSERT INTO resource (organization_id, provider, resource_id, in_inventory, inventory_name, inventory_type,
      inventory_billing_account_id, inventory_sub_account_id, inventory_sub_account_name, inventory_service,
      inventory_region, inventory_tags, inventory_owner, size, state, state_since, created_at, attributes, observed_at,
      state_seen_since)
    SELECT ${scope.organizationId}::uuid, provider, resource_id, true, name, type, billing_account_id, sub_account_id,
      sub_account_name, service, region, tags, owner, size, state, state_since, created_at, attributes,
      ${at}::timestamptz, ${at}::timestamptz
    FROM jsonb_to_recordset(${JSON.stringify(items)}::jsonb) AS row (provider text, resource_id text, name text,
      type text, billing_account_id text, sub_account_id text, sub_account_name text, service text, region text,
      tags jsonb, owner text, size text, state text, state_since timestamptz, created_at timestamptz, attributes jsonb)
    ON CONFLICT (organization_id, provider, resource_id) DO UPDATE SET
      in_inventory = true, inventory_name = excluded.inventory_name, inventory_type = excluded.inventory_type,
      inventory_billing_account_id = excluded.inventory_billing_account_id,
      inventory_sub_account_id = excluded.inventory_sub_account_id,
      inventory_sub_account_name = excluded.inventory_sub_account_name,
      inventory_service = excluded.inventory_service, inventory_region = excluded.inventory_region,
      inventory_tags = excluded.inventory_tags, inventory_owner = excluded.inventory_owner, size = excluded.size,
      state = excluded.state,
      -- Without a start in the inventory: since the change was seen, where both states were read.
      state_since = coalesce(excluded.state_since,
        CASE WHEN resource.state = excluded.state THEN resource.state_since
          WHEN resource.state <> '' AND excluded.state <> '' THEN excluded.observed_at END),
      state_seen_since = CASE WHEN resource.state = excluded.state
        THEN coalesce(resource.state_seen_since, excluded.observed_at) ELSE excluded.observed_at END,
      created_at = excluded.created_at, attributes = excluded.attributes, observed_at = excluded.observed_at
    RETURNING in_bill
  `.execute(tx)
  return rows.filter(({ in_bill }) => in_bill).length
}

async function writeRelations(tx: ScopedTransaction, scope: Scope, items: readonly InventoryItem[]): Promise<number> {
  const from = JSON.stringify(items.map(({ provider, resource_id }) => ({ provider, resource_id })))
  await sql`
    DELETE FROM resource_relation AS old USING jsonb_to_recordset(${from}::jsonb) AS row (provider text, resource_id text)
    WHERE old.provider = row.provider AND old.resource_id = row.resource_id
  `.execute(tx)
  const relations = items.flatMap(({ provider, resource_id, relations: related }) =>
    related.map(({ kind, resource_id: other_id }) => ({ provider, resource_id, kind, other_id })),
  )
  if (relations.length === 0) return 0
  await sql`
    INSERT INTO resource_relation (organization_id, provider, resource_id, kind, other_id)
    SELECT ${scope.organizationId}::uuid, provider, resource_id, kind, other_id
    FROM jsonb_to_recordset(${JSON.stringify(relations)}::jsonb) AS row (provider text, resource_id text, kind text, other_id text)
    ON CONFLICT DO NOTHING
  `.execute(tx)
  return relations.length
}
