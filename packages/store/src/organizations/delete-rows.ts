/** Deletes what an organization has in both engines. Each step can be repeated after an interruption. */
import type { Scope } from '@kept/domain/scope.ts'
import { sql } from 'kysely'
import type { Database, ScopedTransaction } from '../database/connect.ts'
import type { Warehouse } from '../warehouse/client.ts'
import { isRetained, listDatabaseTables, listWarehouseTables } from './organization-tables.ts'

export async function deleteWarehouseRows(warehouse: Warehouse, scope: Scope, signal?: AbortSignal): Promise<void> {
  for (const table of await listWarehouseTables(warehouse)) {
    signal?.throwIfAborted()
    await deleteTableRows(warehouse, scope, table)
  }
}

/** The same for rows that arrived since. A table without any is not rewritten. */
export async function deleteLateWarehouseRows(warehouse: Warehouse, scope: Scope, signal?: AbortSignal): Promise<void> {
  for (const table of await listWarehouseTables(warehouse)) {
    signal?.throwIfAborted()
    const rows = await warehouse.query(
      scope,
      `SELECT 1 FROM ${table} WHERE organization_id = {organization_id:UUID} LIMIT 1 SETTINGS apply_deleted_mask = 0`,
    )
    if (rows.length > 0) await deleteTableRows(warehouse, scope, table)
  }
}

/** Deletes and rewrites the parts: rows that are only marked would still be on the disk. */
function deleteTableRows(warehouse: Warehouse, scope: Scope, table: string): Promise<void> {
  return warehouse.executeOnShards(
    scope,
    `ALTER TABLE ${table} DELETE WHERE organization_id = {organization_id:UUID}`,
    {},
    { settings: { mutations_sync: '2' } },
  )
}

/** Deletes the rows of all tables but the retained ones, table by table. */
export async function deleteDatabaseRows(database: Database, scope: Scope, signal?: AbortSignal): Promise<void> {
  const tables = (await listDatabaseTables(database)).filter(({ name }) => !isRetained(name))
  // A job that had begun before may still write: until a pass finds nothing.
  for (let remaining = 1; remaining > 0; ) {
    remaining = 0
    for (const { name } of tables) {
      signal?.throwIfAborted()
      remaining += await database.scoped(scope, (tx) => deleteRowsOf(tx, name))
    }
  }
}

/** Only in an organization whose deletion has started. */
export async function deleteRowsOf(tx: ScopedTransaction, table: string): Promise<number> {
  const { rows } = await sql<{ deleted: string }>`SELECT delete_organization_rows(${table}) AS deleted`.execute(tx)
  return Number(rows[0]?.deleted ?? 0)
}
