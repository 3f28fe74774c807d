/** For tests: which tables of both engines, in every schema, and which files have a text, in any column. */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { World } from '@kept/store/testing/world.ts'

/** "schema.table" of Postgres, also where the text stands in a file that a column has. */
export async function databaseTablesWith(world: Pick<World, 'openOwner'>, text: string): Promise<string[]> {
  const owner = await world.openOwner()
  try {
    const { rows: tables } = await owner.query<{ schema: string; name: string }>(
      `SELECT n.nspname AS schema, c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
       WHERE c.relkind = 'r' AND n.nspname NOT IN ('pg_catalog', 'information_schema') ORDER BY 1, 2`,
    )
    const matches: string[] = []
    for (const { schema, name } of tables) {
      const { rowCount } = await owner.query(
        `SELECT 1 FROM "${schema}"."${name}" AS line WHERE line::text ILIKE $1 OR line::text ILIKE $2 LIMIT 1`,
        [`%${text}%`, `%${Buffer.from(text).toString('hex')}%`],
      )
      if (rowCount) matches.push(`${schema}.${name}`)
    }
    return matches
  } finally {
    await owner.end()
  }
}

/** Tables of ClickHouse, rows included that are only marked as deleted. */
export async function warehouseTablesWith(world: Pick<World, 'warehouse'>, text: string): Promise<string[]> {
  const columns = await world.warehouse.inspect<{ table: string; name: string }>(
    `SELECT c.table AS table, c.name AS name FROM system.columns AS c
     INNER JOIN system.tables AS t ON t.database = c.database AND t.name = c.table
     WHERE c.database = currentDatabase() AND t.engine LIKE '%MergeTree' AND c.type NOT LIKE 'AggregateFunction%'`,
  )
  const matches: string[] = []
  for (const [table, ofTable] of Map.groupBy(columns, (column) => column.table)) {
    const conditions = ofTable.map(({ name }) => `positionCaseInsensitive(toString("${name}"), {text:String}) > 0`)
    const rows = await world.warehouse.inspect(
      `SELECT 1 FROM ${table} WHERE ${conditions.join(' OR ')} LIMIT 1 SETTINGS apply_deleted_mask = 0`,
      { text },
    )
    if (rows.length > 0) matches.push(table)
  }
  return matches.sort()
}

/** Files whose name or content has the text. */
export function filesWith(folder: string, text: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => {
    const path = join(folder, name)
    // A job may delete a file after it was listed.
    if (!statSync(path, { throwIfNoEntry: false })?.isFile()) return false
    return name.includes(text) || readFileSync(path, 'latin1').toLowerCase().includes(text.toLowerCase())
  })
}
