/**
 * The rows of the warehouse, load by load. A load never changes, so one that an earlier backup holds is not read again.
 * Loads that the database's snapshot does not know are left out: they became current later, or never will.
 */
import type { BackupManifest, BackupWarehousePart, BackupWarehouseTable } from '@kept/domain/backup.ts'
import { KeptError } from '@kept/domain/errors.ts'
import type { Warehouse } from '../warehouse/client.ts'
import type { Objects } from './objects.ts'

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

interface TableShape {
  name: string
  split: 'load' | 'partition'
  sorting: string
  columns: string[]
}

interface PartKey {
  organization_id: string
  part: string
  rows: number
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
  { name, split, sorting, columns }: TableShape,
  { organization_id, part }: PartKey,
  objects: Objects,
  signal: AbortSignal | undefined,
) {
  const condition = `organization_id = {organization_id:UUID} AND ${partColumn(split)} = {part:String}`
  // The same rows in the same order are the same object.
  const { rows, content } = await warehouse.readNative(
    `SELECT ${columns.map(quoted).join(', ')} FROM ${name} WHERE ${condition} ORDER BY ${sorting}`,
    { organization_id, part },
    signal,
  )
  return { organization_id, part, rows, ...(await objects.write(content)) }
}

function partColumn(split: TableShape['split']): string {
  return split === 'load' ? 'load_id' : '_partition_id'
}

function partsOfTable(table: BackupWarehouseTable | undefined): Map<string, BackupWarehousePart> {
  return new Map((table?.parts ?? []).map((part) => [keyText(part), part]))
}

function keyText({ organization_id, part }: Pick<PartKey, 'organization_id' | 'part'>): string {
  return `${organization_id} ${part}`
}

/** Every table with rows of organizations; views fill themselves from them. */
async function tablesOf(warehouse: Warehouse): Promise<TableShape[]> {
  const tables = await warehouse.inspect<{ name: string; sorting: string; columns: string[] }>(
    `SELECT t.name AS name, t.sorting_key AS sorting, groupArray(c.name) AS columns
     FROM system.tables AS t
     INNER JOIN (
       SELECT table, name FROM system.columns
       WHERE database = {database:String} AND default_kind NOT IN ('ALIAS', 'MATERIALIZED') ORDER BY table, position
     ) AS c ON c.table = t.name
     WHERE t.database = {database:String} AND t.engine LIKE '%MergeTree' AND t.name <> 'schema_migration'
     GROUP BY name, sorting ORDER BY name`,
    { database: warehouse.localDatabase },
  )
  return tables.map(({ name, sorting, columns }) => {
    if (!columns.includes('organization_id'))
      throw new KeptError('internal', `The warehouse table ${name} has no organization and cannot be backed up.`)
    return { name, sorting, columns, split: columns.includes('load_id') ? 'load' : 'partition' }
  })
}

function partsOf(warehouse: Warehouse, { name, split }: TableShape): Promise<PartKey[]> {
  return warehouse.inspect<PartKey>(
    `SELECT toString(organization_id) AS organization_id, toString(${partColumn(split)}) AS part, count() AS rows
     FROM ${name} GROUP BY organization_id, part ORDER BY organization_id, part`,
  )
}

export function quoted(column: string): string {
  return `\`${column.replaceAll('`', '\\`')}\``
}
