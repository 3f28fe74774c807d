/** The tables with rows of organizations, read from the catalogs: a table added later needs no entry anywhere. */
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import { retainedTables } from '../database/migrations/0019-deletion.ts'
import type { Warehouse } from '../warehouse/client.ts'

interface DatabaseTable {
  name: string
  columns: { name: string; type: string }[]
}

export interface ExportedTable extends DatabaseTable {
  /** The column with the ID of the organization. */
  owner: string
}

/** Postgres tables with an organization: a table that refers to another one comes before it. */
export async function listDatabaseTables(database: Database): Promise<DatabaseTable[]> {
  const tables = await readTables(
    database,
    sql`EXISTS (SELECT FROM pg_attribute o WHERE o.attrelid = c.oid AND o.attname = 'organization_id' AND NOT o.attisdropped)`,
  )
  const { rows: references } = await sql<{ referring: string; target: string }>`
    SELECT DISTINCT r.relname::text AS referring, t.relname::text AS target FROM pg_constraint k
    JOIN pg_class r ON r.oid = k.conrelid JOIN pg_class t ON t.oid = k.confrelid
    WHERE k.contype = 'f' AND k.conrelid <> k.confrelid`.execute(database.shared)
  return inOrderOfReference(tables, references)
}

/**
 * Those tables, and before them the one that has the organization itself. Another program may have tables in an external
 * Postgres: one that Kept may not read, or whose organizations have another kind of ID, is none of them.
 */
export async function listExportedTables(database: Database): Promise<ExportedTable[]> {
  const [organization] = await readTables(database, sql`c.relname = 'organization'`)
  if (!organization) throw new Error('there is no table of organizations')
  const readable = new Set(
    (await readTables(database, sql`has_table_privilege(c.oid, 'SELECT')`)).map(({ name }) => name),
  )
  const owned = (await listDatabaseTables(database)).filter(
    ({ name, columns }) =>
      readable.has(name) && columns.some((column) => column.name === 'organization_id' && column.type === 'uuid'),
  )
  return [{ ...organization, owner: 'id' }, ...owned.map((table) => ({ ...table, owner: 'organization_id' }))]
}

async function readTables(database: Database, condition: RawBuilder<unknown>): Promise<DatabaseTable[]> {
  const { rows } = await sql<DatabaseTable>`
    SELECT c.relname::text AS name, jsonb_agg(jsonb_build_object('name', a.attname, 'type', format_type(a.atttypid, NULL))
      ORDER BY a.attnum) AS columns
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
    WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace AND ${condition}
    GROUP BY c.relname ORDER BY c.relname`.execute(database.shared)
  return rows
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

/** Whether a column can be null, and what a text can be, by "table.column". */
export async function listColumnFacts(
  database: Database,
): Promise<Map<string, { nullable: boolean; values: string[] }>> {
  const { rows } = await sql<{ name: string; nullable: boolean; checks: string[] }>`
    SELECT c.relname || '.' || a.attname AS name, NOT a.attnotnull AS nullable,
      coalesce((SELECT array_agg(pg_get_constraintdef(k.oid)) FROM pg_constraint k
        WHERE k.conrelid = c.oid AND k.contype = 'c' AND k.conkey = ARRAY[a.attnum]), '{}') AS checks
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace`.execute(database.shared)
  return new Map(
    rows.map(({ name, nullable, checks }) => [name, { nullable, values: checks.flatMap(valuesOf) }] as const),
  )
}

/** Of a check such as `state = ANY (ARRAY['open'::text, 'closed'::text])`, and of no other one. */
function valuesOf(check: string): string[] {
  const list = /^CHECK \(\(\w+ = ANY \(ARRAY\[([^\]]*)\]\)\)\)$/.exec(check)?.[1] ?? ''
  return [...list.matchAll(/'([^']*)'::text/g)].map(([, value = '']) => value)
}

/** Every table of both engines, by name. */
export async function listAllTables(
  database: Database,
  warehouse: Warehouse,
): Promise<{ database: string[]; warehouse: string[] }> {
  const { rows } = await sql<{ name: string }>`
    SELECT relname::text AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace
    ORDER BY name`.execute(database.shared)
  const tables = await warehouse.inspect<{ name: string }>(
    'SELECT name FROM system.tables WHERE database = {database:String} ORDER BY name',
    { database: warehouse.localDatabase },
  )
  return { database: rows.map(({ name }) => name), warehouse: tables.map(({ name }) => name) }
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

/** The columns of those tables, in their order. */
export function listWarehouseColumns(warehouse: Warehouse): Promise<{ table: string; name: string; type: string }[]> {
  return warehouse.inspect(
    `SELECT table, name, type FROM system.columns WHERE database = {database:String} AND table IN (
       SELECT c.table FROM system.columns AS c
       INNER JOIN system.tables AS t ON t.database = c.database AND t.name = c.table
       WHERE c.database = {database:String} AND c.name = 'organization_id' AND t.engine LIKE '%MergeTree')
     ORDER BY table, position`,
    { database: warehouse.localDatabase },
  )
}
