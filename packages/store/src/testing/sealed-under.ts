import type { Scope } from '@kept/domain/scope.ts'
import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'

/** The key of every encrypted value an organization can see, by table.column; covers all tables. */
export async function sealedUnder(database: Database, scope: Scope): Promise<Record<string, string[]>> {
  const { rows: columns } = await sql<{ table_name: string; column_name: string }>`
    SELECT c.table_name, c.column_name FROM information_schema.columns c
    JOIN information_schema.tables t USING (table_schema, table_name)
    WHERE c.table_schema = 'public' AND t.table_type = 'BASE TABLE' AND c.data_type IN ('text', 'jsonb')
    ORDER BY 1, 2`.execute(database.shared)
  const result: Record<string, string[]> = {}
  for (const { table_name, column_name } of columns) {
    const { rows } = await database.scoped(scope, (tx) =>
      sql<{ key: string }>`
        SELECT split_part(${sql.ref(column_name)}::text, '.', 2) AS key FROM ${sql.table(table_name)}
        WHERE ${sql.ref(column_name)}::text LIKE 'kept1.%'`.execute(tx),
    )
    if (rows.length > 0) result[`${table_name}.${column_name}`] = rows.map(({ key }) => key)
  }
  return result
}
