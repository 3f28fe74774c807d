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

/** What one part may have; a row that is larger is a part of its own. */
interface PartLimits {
  rows: number
  /** Of its lines, about. */
  bytes: number
}

const partLimits: PartLimits = { rows: 20_000, bytes: 8_000_000 }

export async function* exportDatabaseRows(
  database: Database,
  scope: Scope,
  { signal, limits = partLimits }: { signal?: AbortSignal | undefined; limits?: PartLimits } = {},
): AsyncGenerator<ExportedPart> {
  const members = await database.scoped(scope, listMemberNames)
  const lines = Buffer.from(members.map((member) => `${JSON.stringify(member)}\n`).join(''))
  if (members.length > 0) yield { store: 'database', table: 'users', part: 1, rows: members.length, lines }
  for (const table of await listExportedTables(database)) {
    let part = 0
    for await (const rows of readTable(database, scope, table, limits)) {
      signal?.throwIfAborted()
      part += 1
      const lines = Buffer.concat(rows.map((line) => Buffer.from(`${line}\n`)))
      yield { store: 'database', table: table.name, part, rows: rows.length, lines }
    }
  }
}

/** A row of a table, by its place. */
interface RowSize {
  row_position: string
  bytes: number
}

/** The rows as JSON, as many at a time as a part may have. */
async function* readTable(
  database: Database,
  scope: Scope,
  { name, columns, owner }: ExportedTable,
  limits: PartLimits,
): AsyncGenerator<string[]> {
  const exported = columns.filter((column) => reasonLeftOut(name, column.name) === undefined)
  const fields = sql.join(exported.map((column) => sql.ref(column.name)))
  const size = sizeOf(exported)
  const ofOrganization = sql`FROM ${sql.table(name)} WHERE ${sql.ref(owner)} = ${scope.organizationId}`
  for (let after: string | undefined = '(0,0)'; after !== undefined; ) {
    const start: string = after
    // By the place in the table, which every table has; rows that change meanwhile may be in twice or missing.
    const { rows: sizes } = await database.scoped(scope, (tx) =>
      sql<RowSize>`SELECT ctid::text AS row_position, ${size} AS bytes ${ofOrganization} AND ctid > ${start}::tid
        ORDER BY ctid LIMIT ${limits.rows}`.execute(tx),
    )
    for (const last of endsOfParts(sizes, limits.bytes)) {
      const first: string = after
      const { rows } = await database.scoped(scope, (tx) =>
        sql<{ line: string }>`SELECT (SELECT row_to_json(picked)::text FROM (SELECT ${fields}) AS picked) AS line
          ${ofOrganization} AND ctid > ${first}::tid AND ctid <= ${last}::tid ORDER BY ctid`.execute(tx),
      )
      after = last
      if (rows.length > 0) yield rows.map(({ line }) => line)
    }
    if (sizes.length < limits.rows) after = undefined
  }
}

/**
 * About how many bytes a row has as JSON. Evidence and other large values are compressed where they are stored, so what
 * they take there says little; the length of text and bytes is stored with them and read without them.
 */
function sizeOf(columns: readonly { name: string; type: string }[]) {
  const ofNames = columns.reduce((total, { name }) => total + name.length + MAX_FIXED_TEXT, 0)
  const ofValues = columns.flatMap(({ name, type }) => {
    if (type === 'bytea') return [sql`2 * coalesce(octet_length(${sql.ref(name)}), 0)`]
    const isLong = /^(text|character varying|jsonb?|tsvector)$|\[\]$/.test(type)
    return isLong ? [sql`coalesce(octet_length(${sql.ref(name)}::text), 0)`] : []
  })
  return sql.join([sql`${ofNames}::int`, ...ofValues], sql` + `)
}

/** A time with its zone, an ID or a number has no more characters, with the quotes and the comma. */
const MAX_FIXED_TEXT = 45

/** The last row of each part. */
function endsOfParts(rows: readonly RowSize[], maxBytes: number): string[] {
  let sum = 0
  const ends = rows.flatMap(({ bytes }, index) => {
    sum += bytes
    const previous = rows[index - 1]
    if (!previous || sum <= maxBytes) return []
    sum = bytes
    return [previous.row_position]
  })
  const last = rows.at(-1)
  return last ? [...ends, last.row_position] : ends
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
      if (bytes >= partLimits.bytes) yield flush()
    }
    if (lines.length > 0) yield flush()
  }
}
