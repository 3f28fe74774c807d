/** Puts the rows of a backup into a migrated, empty warehouse. */
import type { BackupManifest } from '@kept/domain/backup.ts'
import { KeptError } from '@kept/domain/errors.ts'
import type { Warehouse } from '../warehouse/client.ts'
import { quoted } from './dump-warehouse.ts'
import type { Objects } from './objects.ts'

export async function restoreWarehouse(
  warehouse: Warehouse,
  { tables }: BackupManifest['warehouse'],
  objects: Objects,
  onPart?: (done: number, all: number) => void,
): Promise<void> {
  const all = tables.reduce((count, { parts }) => count + parts.length, 0)
  let done = 0
  // Views would add what their tables' own backup already holds.
  const views = await listViews(warehouse)
  for (const view of views) await warehouse.administerShards(`DETACH TABLE ${quoted(view)} SYNC`)
  try {
    for (const { name, columns, parts } of tables) {
      const insert = `INSERT INTO ${quoted(name)} (${columns.map(quoted).join(', ')})`
      for (const { rows, object } of parts) {
        if (rows > 0) await warehouse.writeNative(insert, objects.read(object))
        done += 1
        onPart?.(done, all)
      }
      await refuseOtherCount(warehouse, name, parts)
    }
  } finally {
    for (const view of views) await warehouse.administerShards(`ATTACH TABLE ${quoted(view)}`)
  }
}

async function refuseOtherCount(warehouse: Warehouse, name: string, parts: readonly { rows: number }[]): Promise<void> {
  const expected = parts.reduce((count, { rows }) => count + rows, 0)
  const [table] = await warehouse.inspect<{ rows: number; merges: number }>(
    `SELECT count() AS rows, any(engine NOT LIKE 'MergeTree') AS merges FROM ${quoted(name)}
     LEFT JOIN (SELECT engine FROM system.tables WHERE database = {database:String} AND name = {name:String}) AS t ON 1 = 1`,
    { name, database: warehouse.localDatabase },
  )
  // Engines that replace or sum rows may already have done so.
  if (!table || table.merges || table.rows === expected) return
  throw new KeptError(
    'bad_input',
    `The backup has ${table.rows} rows of ${name} instead of ${expected}. Use another backup.`,
  )
}

async function listViews(warehouse: Warehouse): Promise<string[]> {
  const rows = await warehouse.inspect<{ name: string }>(
    "SELECT name FROM system.tables WHERE database = {database:String} AND engine = 'MaterializedView' ORDER BY name",
    { database: warehouse.localDatabase },
  )
  return rows.map(({ name }) => name)
}
