/** For tests: a row with the canary in every warehouse table of an organization, generated from the catalog. */
import type { Scope } from '@kept/domain/scope.ts'
import { listWarehouseTables } from '../organizations/organization-tables.ts'
import type { Warehouse } from '../warehouse/client.ts'

interface WarehouseColumn {
  name: string
  type: string
  hasDefault: boolean
}

/**
 * Tables without a row that has the canary, with the reason. `shapes` says what the catalog does not: by
 * 'table.column', the value of a column that is read by a schema. Where the organization already has the canary, as
 * after an import, no row is added.
 */
export async function plantWarehouseRows(
  warehouse: Warehouse,
  scope: Scope,
  canary: string,
  shapes: Record<string, string> = {},
): Promise<string[]> {
  const unplanted: string[] = []
  const existing = new Set<string>()
  for (const table of await listWarehouseTables(warehouse)) {
    const columns = await listColumns(warehouse, table)
    for (const { name } of columns) existing.add(`${table}.${name}`)
    if (await hasCanary(warehouse, scope, { table, columns, canary })) continue
    const reason = await plantOne(warehouse, scope, { table, columns, canary, shapes }).then(
      () => '',
      (error: Error) => error.message,
    )
    if (!(await hasCanary(warehouse, scope, { table, columns, canary }))) unplanted.push(`${table}: ${reason}`)
  }
  const misnamed = Object.keys(shapes).filter((name) => !existing.has(name))
  return [...unplanted, ...misnamed.map((name) => `${name}: no such column`)]
}

function listColumns(warehouse: Warehouse, table: string): Promise<WarehouseColumn[]> {
  return warehouse.inspect<WarehouseColumn>(
    `SELECT name, type, default_kind != '' AS hasDefault FROM system.columns
     WHERE database = {database:String} AND table = {table:String} ORDER BY position`,
    { database: warehouse.localDatabase, table },
  )
}

async function hasCanary(
  warehouse: Warehouse,
  scope: Scope,
  { table, columns, canary }: { table: string; columns: WarehouseColumn[]; canary: string },
): Promise<boolean> {
  const texts = columns
    .filter(({ type }) => /\bString\b/.test(type))
    .map(({ name }) => `position(toString(\`${name}\`), {canary:String}) > 0`)
  const rows = await warehouse.query(
    scope,
    `SELECT 1 FROM ${table} WHERE organization_id = {organization_id:UUID} AND (${[...texts, 'false'].join(' OR ')}) LIMIT 1`,
    { canary },
  )
  return rows.length > 0
}

async function plantOne(
  warehouse: Warehouse,
  scope: Scope,
  input: { table: string; columns: WarehouseColumn[]; canary: string; shapes: Record<string, string> },
): Promise<void> {
  const { table, canary, shapes } = input
  const columns = input.columns.filter(
    ({ name, hasDefault }) => !hasDefault || shapes[`${table}.${name}`] !== undefined,
  )
  const names = columns.map(({ name }) => `\`${name}\``).join(', ')
  const values = columns.map(({ name, type }, index) => {
    if (name === 'organization_id') return '{organization_id:UUID}'
    return shapes[`${table}.${name}`] === undefined ? valueFor(type) : `CAST({shape_${index}:String} AS ${type})`
  })
  const parameters = Object.fromEntries(
    columns.map(({ name }, index) => [`shape_${index}`, shapes[`${table}.${name}`] ?? '']),
  )
  await warehouse.execute(scope, `INSERT INTO ${table} (${names}) SELECT ${values.join(', ')}`, {
    canary,
    ...parameters,
  })
}

/** An expression of the type; a type without one gives a statement that the engine refuses, which is the reason. */
function valueFor(type: string): string {
  if (isText(type)) return '{canary:String}'
  const state = /^AggregateFunction\((\w+)(\([^)]*\))?, (\w+)\)$/.exec(type)
  if (state) return `arrayReduce('${state[1]}State${state[2] ?? ''}', [CAST(1 AS ${state[3]})])`
  if (type.startsWith('Map(')) return `CAST(map({canary:String}, {canary:String}) AS ${type})`
  if (type.startsWith('Array(')) return `CAST([{canary:String}] AS ${type})`
  if (type === 'UUID') return 'generateUUIDv4()'
  if (/^(Nullable\()?Date/.test(type)) return `CAST(now('UTC') AS ${type})`
  return `CAST(1 AS ${type})`
}

function isText(type: string): boolean {
  return /^(?:LowCardinality\()?(?:Nullable\()?String\)*$/.test(type)
}
