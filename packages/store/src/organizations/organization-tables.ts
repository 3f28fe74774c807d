/** The tables with rows of organizations, read from the catalogs: a table added later needs no entry anywhere. */
import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import { retainedTables } from '../database/migrations/0019-deletion.ts'
import type { Warehouse } from '../warehouse/client.ts'

interface DatabaseTable {
  name: string
  columns: { name: string; type: string }[]
}

/** Postgres tables with an organization: a table that refers to another one comes before it. */
export async function listDatabaseTables(database: Database): Promise<DatabaseTable[]> {
  const { rows: tables } = await sql<DatabaseTable>`
    SELECT c.relname::text AS name, jsonb_agg(jsonb_build_object('name', a.attname, 'type', format_type(a.atttypid, NULL))
      ORDER BY a.attnum) AS columns
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
    WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace
      AND EXISTS (SELECT FROM pg_attribute o WHERE o.attrelid = c.oid AND o.attname = 'organization_id' AND NOT o.attisdropped)
    GROUP BY c.relname ORDER BY c.relname`.execute(database.shared)
  const { rows: references } = await sql<{ referring: string; target: string }>`
    SELECT DISTINCT r.relname::text AS referring, t.relname::text AS target FROM pg_constraint k
    JOIN pg_class r ON r.oid = k.conrelid JOIN pg_class t ON t.oid = k.confrelid
    WHERE k.contype = 'f' AND k.conrelid <> k.confrelid`.execute(database.shared)
  return inOrderOfReference(tables, references)
}

export function isRetained(table: string): boolean {
  return retainedTables.some((name) => name === table)
}

function inOrderOfReference(
  tables: readonly DatabaseTable[],
  references: readonly { referring: string; target: string }[],
): DatabaseTable[] {
  const ordered: DatabaseTable[] = []
  const visited = new Set<string>()
  const visit = (table: DatabaseTable): void => {
    if (visited.has(table.name)) return
    visited.add(table.name)
    for (const { referring, target } of references) {
      const child = target === table.name && tables.find(({ name }) => name === referring)
      if (child) visit(child)
    }
    ordered.push(table)
  }
  for (const table of tables) visit(table)
  return ordered
}

/** Warehouse tables with an organization; views fill themselves from them. */
export async function listWarehouseTables(warehouse: Warehouse): Promise<string[]> {
  const tables = await warehouse.inspect<{ name: string }>(
    `SELECT DISTINCT c.table AS name FROM system.columns AS c
     INNER JOIN system.tables AS t ON t.database = c.database AND t.name = c.table
     WHERE c.database = {database:String} AND c.name = 'organization_id' AND t.engine LIKE '%MergeTree' ORDER BY name`,
    { database: warehouse.localDatabase },
  )
  return tables.map(({ name }) => name)
}
