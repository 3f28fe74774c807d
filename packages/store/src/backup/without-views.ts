/** Rows that come from another warehouse bring what its views made of them: here the views must not make it again. */
import type { Warehouse } from '../warehouse/client.ts'
import { quoted } from './warehouse-parts.ts'

export async function withoutViews(warehouse: Warehouse, work: () => Promise<void>): Promise<void> {
  const views = await listViews(warehouse)
  for (const view of views) await warehouse.administerShards(`DETACH TABLE ${quoted(view)} SYNC`)
  try {
    await work()
  } finally {
    for (const view of views) await warehouse.administerShards(`ATTACH TABLE ${quoted(view)}`)
  }
}

async function listViews(warehouse: Warehouse): Promise<string[]> {
  const rows = await warehouse.inspect<{ name: string }>(
    "SELECT name FROM system.tables WHERE database = {database:String} AND engine = 'MaterializedView' ORDER BY name",
    { database: warehouse.localDatabase },
  )
  return rows.map(({ name }) => name)
}
