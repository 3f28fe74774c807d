/** For tests: every table of both engines, from their own catalogs. */
import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import type { Warehouse } from '../warehouse/client.ts'

interface ListedTable {
  name: string
  /** Its rows belong to organizations. */
  isOwned: boolean
}

/** Kept's tables in Postgres: the queue keeps its own in the schema `jobs`, whose rows last for hours. */
export async function listPostgresTables(database: Database): Promise<ListedTable[]> {
  const { rows } = await sql<ListedTable>`
    SELECT CASE n.nspname WHEN 'public' THEN '' ELSE n.nspname || '.' END || c.relname AS name,
      EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'organization_id'
        AND NOT a.attisdropped) AS "isOwned"
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE c.relkind IN ('r', 'p') AND n.nspname NOT IN ('jobs', 'information_schema') AND n.nspname !~ '^pg_'
    ORDER BY 1`.execute(database.shared)
  return rows
}

/** Tables of the warehouse that store rows: a view stores its rows in one of them. */
export async function listWarehouseTablesWithRows(warehouse: Warehouse): Promise<ListedTable[]> {
  const rows = await warehouse.inspect<{ name: string; owned: number }>(
    `SELECT t.name AS name, countIf(c.name = 'organization_id') AS owned FROM system.tables AS t
     LEFT JOIN system.columns AS c ON c.database = t.database AND c.table = t.name
     WHERE t.database = {database:String} AND t.engine NOT LIKE '%View' GROUP BY name ORDER BY name`,
    { database: warehouse.localDatabase },
  )
  return rows.map(({ name, owned }) => ({ name, isOwned: owned > 0 }))
}

/** Postgres tables in which no row of the organization has the text. */
export async function listTablesWithout(database: Database, organizationId: string, text: string): Promise<string[]> {
  const tables = (await listPostgresTables(database)).filter(({ isOwned }) => isOwned)
  return database.scoped({ organizationId }, async (tx) => {
    const silent: string[] = []
    for (const { name } of tables) {
      const { rows } = await sql`SELECT 1 FROM ${sql.table(name)} AS line
        WHERE organization_id = ${organizationId}::uuid AND line::text ILIKE ${`%${text}%`} LIMIT 1`.execute(tx)
      if (rows.length === 0) silent.push(name)
    }
    return silent
  })
}
