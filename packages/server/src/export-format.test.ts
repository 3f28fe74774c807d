/** The format of an export is described completely, from the catalogs, and the guide is what the archive contains. */
import { gunzipSync } from 'node:zlib'
import { applicationRole } from '@kept/store/database/roles.ts'
import {
  describeExport,
  type ExportFormat,
  notDescribed,
} from '@kept/store/organizations/export-format/describe-export.ts'
import { plantRows } from '@kept/store/testing/plant-rows.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { exportFormatPage } from './deletion/export-format-page.ts'
import { plant } from './testing/plant.ts'
import { shapesWith } from './testing/plant-shapes.ts'
import { createTestUser, type TestUser } from './testing/sign-in.ts'
import { openKept, type TestKept } from './testing.ts'

const canary = 'canary-azure'
let kept: TestKept
let admin: TestUser
let format: ExportFormat
let files: Map<string, string>

beforeAll(async () => {
  kept = await openKept()
  const { database, warehouse, scope } = kept.world
  format = await describeExport(database, warehouse)
  admin = await createTestUser(kept, { name: 'keeper', in: 'own', role: 'admin' })
  await plant(kept, scope, admin, canary)
  await plantRows(database, scope, canary, shapesWith(canary))
  files = await exportFiles()
})
afterAll(() => kept.close())

/** The content of the archive, by the name of the file. */
async function exportFiles(): Promise<Map<string, string>> {
  const { organizationId } = kept.world.scope
  const response = await fetch(`${kept.url}/v1/organizations/${organizationId}/export`, { headers: admin.headers })
  expect(response.status).toBe(200)
  const archive = gunzipSync(Buffer.from(await response.arrayBuffer()))
  const read = new Map<string, string>()
  for (let start = 0; archive[start] !== 0; ) {
    const name = archive.toString('utf8', start, start + 100).replaceAll('\0', '')
    const size = Number.parseInt(archive.toString('latin1', start + 124, start + 135), 8)
    read.set(name, archive.toString('utf8', start + 512, start + 512 + size))
    start += 512 + Math.ceil(size / 512) * 512
  }
  return read
}

const rowsOf = (store: string, table: string): Record<string, unknown>[] =>
  [...files]
    .filter(([name]) => name.startsWith(`${store}/${table}/`))
    .flatMap(([, content]) => content.trimEnd().split('\n'))
    .map((line) => JSON.parse(line))

it('is the guide, word for word, and part of every export', async () => {
  const page = exportFormatPage(format)
  await expect(page).toMatchFileSnapshot('../../../docs/guides/export-format.md')
  expect(files.get('format.md')).toBe(page)
})

it('describes every table of both engines, or says why it is left out', async () => {
  const owner = await kept.world.openOwner()
  const { rows } = await owner.query<{ name: string; owned: boolean }>(
    `SELECT c.relname AS name, EXISTS (SELECT FROM pg_attribute
       WHERE attrelid = c.oid AND attname = 'organization_id' AND NOT attisdropped) AS owned
     FROM pg_class c WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace`,
  )
  await owner.end()
  const measured = await kept.world.warehouse.inspect<{ name: string; owned: boolean }>(
    `SELECT t.name AS name, t.engine LIKE '%MergeTree' AND t.name IN
       (SELECT table FROM system.columns WHERE database = currentDatabase() AND name = 'organization_id') AS owned
     FROM system.tables AS t WHERE t.database = currentDatabase()`,
  )
  const described = new Set(format.tables.map(({ store, table }) => `${store}/${table}`))
  const named = new Set(format.leftOut.map(({ store, table }) => `${store}/${table}`))
  const all = [
    ...rows.map(({ name, owned }) => ({ path: `database/${name}`, owned })),
    ...measured.map(({ name, owned }) => ({ path: `warehouse/${name}`, owned })),
  ]
  expect(all.length).toBeGreaterThan(170)
  for (const { path, owned } of all) {
    expect(described.has(path) || named.has(path), path).toBe(true)
    if (owned) expect(described.has(path), path).toBe(true)
    else expect(described.has(path) && !/\/(users|organization)$/.test(path), path).toBe(false)
  }
})

it('has a meaning for every table and column', () => {
  const missing = format.tables.flatMap(({ store, table, meaning, columns }) => [
    ...(meaning === notDescribed ? [`${store}/${table}`] : []),
    ...columns.filter((column) => column.meaning === notDescribed).map(({ name }) => `${store}/${table}.${name}`),
  ])
  expect(missing).toEqual([])
})

it('describes the columns of every row that is exported', () => {
  const filled = format.tables.filter(({ store, table }) => rowsOf(store, table).length > 0)
  // Every table of Postgres has rows here, but those of the demo.
  expect(filled.length).toBeGreaterThan(120)
  for (const { store, table, columns } of filled) {
    const exported = columns.filter(({ leftOut }) => leftOut === undefined)
    for (const row of rowsOf(store, table)) {
      expect(Object.keys(row), `${store}/${table}`).toEqual(exported.map(({ name }) => name))
      for (const { name, type, nullable, values } of exported) {
        const value = row[name]
        const where = `${store}/${table}.${name} (${type}): ${JSON.stringify(value)}`
        if (value === null) expect(nullable, where).toBe(true)
        else expect(isWrittenAs(type, value), where).toBe(true)
        if (values.length > 0 && value !== null) expect(values, where).toContain(value)
      }
    }
  }
})

/** The table at the top of the page. */
function isWrittenAs(type: string, value: unknown): boolean {
  const plain = type.replace(/^Nullable\((.*)\)$/, '$1')
  if (/^(jsonb|Map|Array)|\[\]$|^AggregateFunction/.test(plain)) return true
  if (/^(integer|smallint|bigint|numeric|real|double precision|U?Int|Float)/.test(plain))
    return typeof value === 'number'
  if (/^bool/i.test(plain)) return typeof value === 'boolean'
  if (typeof value !== 'string') return false
  if (/^(timestamp|DateTime)/.test(plain)) return !Number.isNaN(Date.parse(value)) && value.includes('T')
  if (/^date/i.test(plain)) return /^\d{4}-\d{2}-\d{2}$/.test(value)
  if (plain === 'bytea') return /^\\x[0-9a-f]*$/.test(value)
  if (plain.startsWith('Decimal')) return /^-?\d+(\.\d+)?$/.test(value)
  return /^(text|uuid|UUID|String|character|inet|name)/.test(plain)
}

it('exports what has no description, inherits none by a name such as status, and leaves out what it may not read', async () => {
  const { scope, warehouse, openOwner } = kept.world
  const owner = await openOwner()
  await owner.query('CREATE TABLE of_another_program (organization_id uuid, status text)')
  await owner.query(`INSERT INTO of_another_program VALUES ('${scope.organizationId}', '${canary}')`)
  await owner.query(`GRANT SELECT ON of_another_program TO ${applicationRole}`)
  await owner.query('CREATE TABLE not_readable (organization_id uuid)')
  await owner.query(`REVOKE ALL ON not_readable FROM ${applicationRole}`)
  await owner.query('CREATE TABLE numbered (organization_id integer)')
  await owner.query(`GRANT SELECT ON numbered TO ${applicationRole}`)
  await owner.query('ALTER TABLE budget ADD COLUMN of_a_newer_version integer')
  await owner.end()
  await warehouse.administer(
    'CREATE TABLE novelty (organization_id UUID, value String) ENGINE = MergeTree ORDER BY value',
  )
  files = await exportFiles()
  expect(files.has('manifest.json')).toBe(true)
  expect(rowsOf('database', 'of_another_program')).toEqual([{ organization_id: scope.organizationId, status: canary }])
  const page = files.get('format.md') ?? ''
  expect(page).toContain('### database/of_another_program\n\nNot described.\n')
  expect(page).toContain('| `status` | text, or null | not described |')
  expect(page).toContain('| `of_a_newer_version` | integer, or null | not described |')
  expect(page).toContain('### warehouse/novelty\n\nNot described.\n')
  expect(page).toContain('| `value` | String | not described |')
  expect(page).not.toMatch(/not_readable|numbered/)
})
