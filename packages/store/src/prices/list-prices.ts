/** List prices of an organization: each change is a row, and the newest one of a product counts. */
import { type ListPrice, productKey, type StoredListPrice } from '@kept/domain/list-price.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { decimal } from '@kept/foundation/decimal.ts'
import { sql } from 'kysely'
import type { Database, ScopedTransaction } from '../database/connect.ts'

/** Adds those that differ from what this connection read last; an equal price keeps the row that it has. */
export async function addListPrices(
  tx: ScopedTransaction,
  scope: Scope,
  { connectionId, prices, now }: { connectionId: string; prices: readonly ListPrice[]; now: Date },
): Promise<void> {
  if (prices.length === 0) return
  const unique = [...new Map(prices.map((price) => [productKey(price), price])).values()]
  await sql`
    INSERT INTO list_price (organization_id, connection_id, provider, region, kind, type, variant, unit, price, currency,
      sku, price_list, effective_at, read_at)
    SELECT ${scope.organizationId}::uuid, ${connectionId}::uuid, connection.kind, row.region, row.kind, row.type,
      row.variant, row.unit, row.price, row.currency, row.sku, row.price_list, row.effective_at,
      ${now.toISOString()}::timestamptz
    FROM jsonb_to_recordset(${JSON.stringify(unique)}::jsonb) AS row (region text, kind text, type text, variant text,
      unit text, price numeric, currency text, sku text, price_list text, effective_at text)
    JOIN cloud_connection AS connection ON connection.id = ${connectionId}::uuid
    LEFT JOIN LATERAL (
      SELECT unit, price, currency, effective_at FROM list_price
      WHERE connection_id = ${connectionId}::uuid AND region = row.region AND kind = row.kind AND type = row.type
        AND variant = row.variant
      ORDER BY read_at DESC LIMIT 1
    ) AS last ON true
    WHERE (last.unit, last.price, last.currency, last.effective_at)
      IS DISTINCT FROM (row.unit, row.price, row.currency, row.effective_at)
  `.execute(tx)
}

/** The newest price of each product of each cloud, whichever connection read it. */
export async function readListPrices(database: Database, scope: Scope): Promise<StoredListPrice[]> {
  const rows = await database.scoped(scope, (tx) =>
    tx
      .selectFrom('list_price')
      .distinctOn(['provider', 'region', 'kind', 'type', 'variant'])
      .select([
        ...(['provider', 'region', 'kind', 'type', 'variant', 'unit', 'price', 'currency'] as const),
        ...(['sku', 'price_list', 'effective_at', 'read_at'] as const),
      ])
      .orderBy('provider')
      .orderBy('region')
      .orderBy('kind')
      .orderBy('type')
      .orderBy('variant')
      .orderBy('read_at', 'desc')
      .execute(),
  )
  return rows.map((row) => ({ ...row, price: decimal(row.price), read_at: row.read_at.toISOString() }))
}
