/**
 * The rows of the warehouse, load by load. A load never changes, so one that an earlier backup holds is not read again.
 * Loads that the database's snapshot does not know are left out: they became current later, or never will.
 */
import type { BackupManifest, BackupWarehousePart, BackupWarehouseTable } from '@kept/domain/backup.ts'
import type { Warehouse } from '../warehouse/client.ts'
import type { Objects } from './objects.ts'
import { type PartKey, partsOf, readPart, type TableShape, tablesOf } from './warehouse-parts.ts'

interface WarehouseDump {
  part: BackupManifest['warehouse']
  added: number
}

interface DumpWarehouseOptions {
  objects: Objects
  /** Ids of loads in the database's snapshot. */
  loads: ReadonlySet<string>
  /** The backup before; its loads are reused where their objects are still there. */
  previous: BackupManifest['warehouse'] | undefined
  signal?: AbortSignal | undefined
  onPart?: ((done: number, all: number) => void) | undefined
}

export async function dumpWarehouse(warehouse: Warehouse, options: DumpWarehouseOptions): Promise<WarehouseDump> {
  const { objects, loads, previous, signal, onPart } = options
  const shapes = await tablesOf(warehouse)
  const work = await Promise.all(
    shapes.map(async (shape) => ({
      shape,
      keys: (await partsOf(warehouse, shape)).filter(({ part }) => shape.split === 'partition' || loads.has(part)),
    })),
  )
  const all = work.reduce((count, { keys }) => count + keys.length, 0)
  let [done, added] = [0, 0]
  const tables: BackupWarehouseTable[] = []
  for (const { shape, keys } of work) {
    const earlier = partsOfTable(
      previous?.tables.find(({ name, columns }) => name === shape.name && columns.join() === shape.columns.join()),
    )
    const parts: BackupWarehousePart[] = []
    for (const key of keys) {
      signal?.throwIfAborted()
      const reused = shape.split === 'load' ? earlier.get(keyText(key)) : undefined
      if (reused && reused.rows === key.rows && (await objects.has(reused.object))) {
        parts.push(reused)
      } else {
        const { added: addedBytes, ...part } = await dumpPart(warehouse, shape, key, objects, signal)
        parts.push(part)
        added += addedBytes
      }
      done += 1
      onPart?.(done, all)
    }
    tables.push({ name: shape.name, split: shape.split, columns: shape.columns, parts })
  }
  const migrations = await warehouse.inspect<{ name: string }>(
    `SELECT name FROM ${warehouse.localDatabase}.schema_migration ORDER BY name`,
  )
  return { part: { migrations: migrations.map(({ name }) => name), tables }, added }
}

async function dumpPart(
  warehouse: Warehouse,
  shape: TableShape,
  { organization_id, part }: PartKey,
  objects: Objects,
  signal: AbortSignal | undefined,
) {
  const { rows, content } = await readPart(warehouse, shape, { organization_id, part }, signal)
  return { organization_id, part, rows, ...(await objects.write(content)) }
}

function partsOfTable(table: BackupWarehouseTable | undefined): Map<string, BackupWarehousePart> {
  return new Map((table?.parts ?? []).map((part) => [keyText(part), part]))
}

function keyText({ organization_id, part }: Pick<PartKey, 'organization_id' | 'part'>): string {
  return `${organization_id} ${part}`
}
