/** Puts the rows of a backup into a migrated, empty warehouse. */
import type { BackupManifest } from '@kept/domain/backup.ts'
import { KeptError } from '@kept/domain/errors.ts'
import type { Warehouse } from '../warehouse/client.ts'
import type { Objects } from './objects.ts'
import { quoted, tablesOf } from './warehouse-parts.ts'
import { withoutViews } from './without-views.ts'

export async function restoreWarehouse(
  warehouse: Warehouse,
  { tables }: BackupManifest['warehouse'],
  objects: Objects,
  onPart?: (done: number, all: number) => void,
): Promise<void> {
  const all = tables.reduce((count, { parts }) => count + parts.length, 0)
  let done = 0
  // Elsewhere the engine may already have replaced, summed or dropped some.
  const exact = (await tablesOf(warehouse)).filter(({ merges, expires }) => !merges && !expires)
  const counted = new Set(exact.map(({ name }) => name))
  await withoutViews(warehouse, async () => {
    for (const { name, columns, parts } of tables) {
      const insert = `INSERT INTO ${quoted(name)} (${columns.map(quoted).join(', ')})`
      for (const { rows, object } of parts) {
        if (rows > 0) await warehouse.writeNative(insert, objects.read(object))
        done += 1
        onPart?.(done, all)
      }
      if (counted.has(name)) await refuseOtherCount(warehouse, name, parts)
    }
  })
}

async function refuseOtherCount(warehouse: Warehouse, name: string, parts: readonly { rows: number }[]): Promise<void> {
  const expected = parts.reduce((count, { rows }) => count + rows, 0)
  const [table] = await warehouse.inspect<{ rows: number }>(`SELECT count() AS rows FROM ${quoted(name)}`)
  if (!table || table.rows === expected) return
  throw new KeptError(
    'bad_input',
    `The backup has ${table.rows} rows of ${name} instead of ${expected}. Use another backup.`,
  )
}
