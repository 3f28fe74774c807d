/** All rows of an organization, table by table, as JSON Lines: for its own export. */
import type { Scope } from '@kept/domain/scope.ts'
import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import { listMemberNames } from '../people/members.ts'
import type { Warehouse } from '../warehouse/client.ts'
import { reasonLeftOut } from './export-format/left-out.ts'
import { type ExportedTable, listExportedTables, listWarehouseColumns } from './organization-tables.ts'

export interface ExportedPart {
  store: 'database' | 'warehouse'
  table: string
  /** From 1. */
  part: number
  rows: number
  /** One JSON object for each row. */
  lines: Buffer
}

const PART_ROWS = 20_000
const PART_BYTES = 8_000_000

export async function* exportDatabaseRows(
  database: Database,
  scope: Scope,
  signal?: AbortSignal,
): AsyncGenerator<ExportedPart> {
  const members = await database.scoped(scope, listMemberNames)
  const lines = Buffer.from(members.map((member) => `${JSON.stringify(member)}\n`).join(''))
  if (members.length > 0) yield { store: 'database', table: 'users', part: 1, rows: members.length, lines }
  for (const table of await listExportedTables(database)) yield* exportTable(database, scope, table, signal)
}

async function* exportTable(
  database: Database,
  scope: Scope,
  { name, columns, owner }: ExportedTable,
  signal?: AbortSignal,
): AsyncGenerator<ExportedPart> {
  const exported = columns.filter((column) => reasonLeftOut(name, column.name) === undefined)
  const fields = sql.join(exported.map((column) => sql.ref(column.name)))
  // As stored: what is large, such as evidence, is not read to know its size.
  const sizes = exported.map((column) => sql`coalesce(pg_column_size(${sql.ref(column.name)}), 0)`)
  const size = sizes.length === 0 ? sql`0` : sql.join(sizes, sql` + `)
  let part = 0
  for (let last: string | undefined = '(0,0)'; last !== undefined; ) {
    signal?.throwIfAborted()
    const after: string = last
    const rows = await database.scoped(scope, async (tx) => {
      // By the place in the table, which every table has; rows that change meanwhile may be in twice or missing.
      const own = sql`FROM ${sql.table(name)} WHERE ${sql.ref(owner)} = ${tx.scopedTo} AND ctid > ${after}::tid`
      const next = await sql<{ row_position: string; bytes: number }>`
        SELECT ctid::text AS row_position, ${size} AS bytes ${own} ORDER BY ctid LIMIT ${PART_ROWS}`.execute(tx)
      last = lastOfPart(next.rows)
      if (last === undefined) return []
      const picked = await sql<{ line: string }>`
        SELECT (SELECT row_to_json(picked)::text FROM (SELECT ${fields}) AS picked) AS line
        ${own} AND ctid <= ${last}::tid ORDER BY ctid`.execute(tx)
      return picked.rows
    })
    if (rows.length === 0) continue
    part += 1
    const lines = Buffer.concat(rows.map(({ line }) => Buffer.from(`${line}\n`)))
    yield { store: 'database', table: name, part, rows: rows.length, lines }
  }
}

/** The last row that a part has room for, and the first one in any case; undefined where there is none. */
function lastOfPart(rows: readonly { row_position: string; bytes: number }[]): string | undefined {
  let sum = 0
  const end = rows.findIndex(({ bytes }, index) => {
    sum += bytes
    return index > 0 && sum > PART_BYTES
  })
  return (end === -1 ? rows.at(-1) : rows[end - 1])?.row_position
}

/** The state of an aggregation is bytes that only ClickHouse reads; its result is exported instead. */
function fieldOf({ name, type }: { name: string; type: string }): string {
  return type.startsWith('AggregateFunction') ? `finalizeAggregation(${name}) AS ${name}` : name
}

export async function* exportWarehouseRows(
  warehouse: Warehouse,
  scope: Scope,
  signal?: AbortSignal,
): AsyncGenerator<ExportedPart> {
  for (const [table, columns] of Map.groupBy(await listWarehouseColumns(warehouse), (column) => column.table)) {
    const query = `SELECT ${columns.map(fieldOf).join(', ')} FROM ${table} WHERE organization_id = {organization_id:UUID}`
    let [part, bytes, lines] = [0, 0, [] as string[]]
    const flush = (): ExportedPart => {
      part += 1
      const exported = { part, rows: lines.length, lines: Buffer.from(lines.join('')) }
      ;[bytes, lines] = [0, []]
      return { store: 'warehouse', table, ...exported }
    }
    for await (const row of warehouse.stream<object>(scope, query, {}, signal && { signal })) {
      const line = `${JSON.stringify(row)}\n`
      lines.push(line)
      bytes += line.length
      if (bytes >= PART_BYTES) yield flush()
    }
    if (lines.length > 0) yield flush()
  }
}
