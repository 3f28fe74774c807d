/** For tests: a row with the canary in every empty table of an organization, generated from the catalog. */
import { randomUUID } from 'node:crypto'
import type { Scope } from '@kept/domain/scope.ts'
import { sql } from 'kysely'
import type { Database, ScopedTransaction } from '../database/connect.ts'

interface Column {
  name: string
  type: string
  needed: boolean
  /** Texts of the column's own check: `status IN ('open', ...)`. */
  check: string | null
}

/**
 * Tables that are still without a row, with the reason: give those one by hand, in `plant.ts`. `shapes` says what the
 * catalog does not: by 'table.column', the value of a column that is read by a schema.
 */
export async function plantRows(
  database: Database,
  scope: Scope,
  canary: string,
  shapes: Record<string, unknown> = {},
): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    SELECT c.relname AS name FROM pg_class c
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'organization_id' AND NOT a.attisdropped
    WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace ORDER BY 1`.execute(database.shared)
  let remaining = tables.map(({ name }) => ({ name, reason: '' }))
  // One table's row may need another's: repeat as long as a round inserts something.
  for (let before = -1; before !== remaining.length; ) {
    before = remaining.length
    const stillEmpty: typeof remaining = []
    for (const { name } of remaining) {
      const reason = await database
        .scoped(scope, (tx) => plantOne(tx, name, canary, shapes))
        .catch((error: Error) => error.message)
      if (reason !== null) stillEmpty.push({ name, reason })
    }
    remaining = stillEmpty
  }
  const { rows: columns } = await sql<{ name: string }>`
    SELECT table_name || '.' || column_name AS name FROM information_schema.columns
    WHERE table_schema = 'public'`.execute(database.shared)
  const existing = new Set(columns.map(({ name }) => name))
  return [
    ...remaining.map(({ name, reason }) => `${name}: ${reason}`),
    ...Object.keys(shapes)
      .filter((name) => !existing.has(name))
      .map((name) => `${name}: no such column`),
  ]
}

async function plantOne(
  tx: ScopedTransaction,
  table: string,
  canary: string,
  shapes: Record<string, unknown>,
): Promise<string | null> {
  const { rows: existing } = await sql`SELECT 1 FROM ${sql.table(table)} LIMIT 1`.execute(tx)
  if (existing.length > 0) return null
  const values = new Map<string, unknown>([['organization_id', tx.scopedTo]])
  const columns = await columnsOf(tx, table)
  // A generated column may point at a row, but is never written.
  const written = new Set(columns.map(({ name }) => name))
  for (const [column, value] of await pointers(tx, table))
    if (written.has(column) && !values.has(column)) values.set(column, value)
  for (const column of columns) {
    const shape = shapes[`${table}.${column.name}`]
    if (shape !== undefined) values.set(column.name, column.type === 'jsonb' ? JSON.stringify(shape) : shape)
    if (values.has(column.name) || !(column.needed || column.type === 'text')) continue
    values.set(column.name, valueFor(column, canary))
  }
  const names = [...values.keys()].map((name) => sql.ref(name))
  await sql`INSERT INTO ${sql.table(table)} (${sql.join(names)}) VALUES (${sql.join([...values.values()])})`.execute(tx)
  return null
}

function valueFor({ type, check }: Column, canary: string): unknown {
  const allowedValue = /'([^']*)'::text/.exec(check ?? '')?.[1]
  if (type === 'text') return allowedValue !== undefined && !/[~^]/.test(check ?? '') ? allowedValue : canary
  if (type === 'uuid') return randomUUID()
  if (type === 'jsonb') return JSON.stringify([canary])
  if (type === 'boolean') return false
  if (type === 'date' || type.startsWith('timestamp')) return new Date()
  if (type.endsWith('[]')) return [canary]
  return 1
}

/** What the row must point at: one row of each table referred to, of the same organization. */
async function pointers(tx: ScopedTransaction, table: string): Promise<[string, unknown][]> {
  const { rows } = await sql<{ target: string; here: string[]; there: string[] }>`
    SELECT k.confrelid::regclass::text AS target,
      (SELECT array_agg(a.attname::text ORDER BY o) FROM unnest(k.conkey) WITH ORDINALITY u(n, o)
        JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = u.n) AS here,
      (SELECT array_agg(a.attname::text ORDER BY o) FROM unnest(k.confkey) WITH ORDINALITY u(n, o)
        JOIN pg_attribute a ON a.attrelid = k.confrelid AND a.attnum = u.n) AS there
    FROM pg_constraint k WHERE k.contype = 'f' AND k.conrelid = ${table}::regclass`.execute(tx)
  const entries: [string, unknown][] = []
  for (const { target, here, there } of rows) {
    if (target === 'organization') continue
    const { rows: pointed } = await sql<Record<string, unknown>>`SELECT * FROM ${sql.table(target)} LIMIT 1`.execute(tx)
    for (const [index, name] of here.entries()) {
      const value = pointed[0]?.[there[index] ?? '']
      if (value !== undefined) entries.push([name, value])
    }
  }
  return entries
}

async function columnsOf(tx: ScopedTransaction, table: string): Promise<Column[]> {
  const { rows } = await sql<Column>`
    SELECT a.attname::text AS name, format_type(a.atttypid, NULL) AS type, a.attnotnull AND NOT a.atthasdef AS needed,
      (SELECT string_agg(pg_get_constraintdef(k.oid), ' ') FROM pg_constraint k
        WHERE k.contype = 'c' AND k.conrelid = a.attrelid AND k.conkey = ARRAY[a.attnum]) AS check
    FROM pg_attribute a
    WHERE a.attrelid = ${table}::regclass AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
      AND a.attidentity = '' ORDER BY a.attnum`.execute(tx)
  return rows
}
