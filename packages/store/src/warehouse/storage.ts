import type { Warehouse } from './client.ts'

/** Rows and bytes on disk of each of our tables. */
export function measureStorage(warehouse: Warehouse): Promise<{ name: string; bytes: number; rows: number }[]> {
  return warehouse.inspect(
    `SELECT table AS name, sum(bytes_on_disk) AS bytes, sum(rows) AS rows
     FROM system.parts WHERE active AND database = currentDatabase() GROUP BY table ORDER BY bytes DESC`,
  )
}
