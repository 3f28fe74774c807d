import type { Warehouse } from './client.ts'

/** Rows and bytes on disk of each of our tables, on all shards. */
export async function measureStorage(warehouse: Warehouse): Promise<{ name: string; bytes: number; rows: number }[]> {
  const parts = await warehouse.inspectShards<{ name: string; bytes: number; rows: number }>(
    `SELECT table AS name, sum(bytes_on_disk) AS bytes, sum(rows) AS rows
     FROM system.parts WHERE active AND database = currentDatabase() GROUP BY table`,
  )
  const tables = new Map<string, { name: string; bytes: number; rows: number }>()
  for (const { name, bytes, rows } of parts) {
    const table = tables.get(name)
    tables.set(name, { name, bytes: bytes + (table?.bytes ?? 0), rows: rows + (table?.rows ?? 0) })
  }
  return [...tables.values()].sort((a, b) => b.bytes - a.bytes)
}
