/** The tables of the warehouse with rows of organizations, and their rows in parts: by load, or by the engine's partition. */
import { KeptError } from '@kept/domain/errors.ts'
import type { Warehouse } from '../warehouse/client.ts'

export interface TableShape {
  name: string
  split: 'load' | 'partition'
  sorting: string
  columns: string[]
  /** True for an engine that replaces or sums rows: how many there are depends on its merges. */
  merges: boolean
  /** True where the engine drops rows by their age, also old ones that are just written. */
  expires: boolean
}

/** `rows` counts those that the engine has, merged or not. */
export interface PartKey {
  organization_id: string
  part: string
  rows: number
}

function partColumn(split: TableShape['split']): string {
  return split === 'load' ? 'load_id' : '_partition_id'
}

/** Every table with rows of organizations; views fill themselves from them. */
export async function tablesOf(warehouse: Warehouse): Promise<TableShape[]> {
  const tables = await warehouse.inspect<{
    name: string
    sorting: string
    columns: string[]
    merges: number
    expires: number
  }>(
    `SELECT t.name AS name, t.sorting_key AS sorting, groupArray(c.name) AS columns,
       any(t.engine != 'MergeTree') AS merges, any(t.engine_full LIKE '% TTL %') AS expires
     FROM system.tables AS t
     INNER JOIN (
       SELECT table, name FROM system.columns
       WHERE database = {database:String} AND default_kind NOT IN ('ALIAS', 'MATERIALIZED') ORDER BY table, position
     ) AS c ON c.table = t.name
     WHERE t.database = {database:String} AND t.engine LIKE '%MergeTree' AND t.name <> 'schema_migration'
     GROUP BY name, sorting ORDER BY name`,
    { database: warehouse.localDatabase },
  )
  return tables.map(({ name, sorting, columns, merges, expires }) => {
    if (!columns.includes('organization_id'))
      throw new KeptError('internal', `The warehouse table ${name} has no organization and cannot be backed up.`)
    const split = columns.includes('load_id') ? 'load' : 'partition'
    return { name, sorting, columns, split, merges: merges === 1, expires: expires === 1 }
  })
}

export function partsOf(warehouse: Warehouse, { name, split }: TableShape): Promise<PartKey[]> {
  return warehouse.inspect<PartKey>(
    `SELECT toString(organization_id) AS organization_id, toString(${partColumn(split)}) AS part, count() AS rows
     FROM ${name} GROUP BY organization_id, part ORDER BY organization_id, part`,
  )
}

/** The rows of a part in their sorting order: the same rows are the same bytes. */
export function readPart(
  warehouse: Warehouse,
  { name, split, sorting, columns }: TableShape,
  { organization_id, part }: Pick<PartKey, 'organization_id' | 'part'>,
  signal: AbortSignal | undefined,
) {
  const condition = `organization_id = {organization_id:UUID} AND ${partColumn(split)} = {part:String}`
  return warehouse.readNative(
    `SELECT ${columns.map(quoted).join(', ')} FROM ${name} WHERE ${condition} ORDER BY ${sorting}`,
    { organization_id, part },
    signal,
  )
}

export function quoted(column: string): string {
  return `\`${column.replaceAll('`', '\\`')}\``
}
