import { sql } from 'kysely'
import type { ScopedTransaction } from '../database/connect.ts'

/** For tests: the first value of a column of the organization, as text. `source` is "table.column". */
export async function firstValueOf(tx: ScopedTransaction, source: string): Promise<string | undefined> {
  const [table = '', column = ''] = source.split('.')
  const { rows } = await sql<{ value: string }>`SELECT ${sql.ref(column)}::text AS value FROM ${sql.table(table)}
    WHERE organization_id = ${tx.scopedTo}::uuid ORDER BY 1 LIMIT 1`.execute(tx)
  return rows[0]?.value
}
