/**
 * A data folder with the tables of the first release and a row in each opens with the present version, says the same,
 * and can't be opened by a version that does not know its tables.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Scope } from '@kept/domain/scope.ts'
import { startEmbeddedDatabase } from '@kept/store/database/embedded.ts'
import { databaseMigrationNames } from '@kept/store/database/migrate.ts'
import { embeddedDatabase, prepareDatabase } from '@kept/store/database/open-embedded.ts'
import { lineOn, writeLines } from '@kept/store/testing/lines.ts'
import { plantRows } from '@kept/store/testing/plant-rows.ts'
import { publishLines } from '@kept/store/testing/publish.ts'
import type { Warehouse } from '@kept/store/warehouse/client.ts'
import { warehouseMigrationNames } from '@kept/store/warehouse/migrate.ts'
import { openEmbeddedWarehouse } from '@kept/store/warehouse/open-embedded.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { killKept, type SpawnedKept, spawnKept } from './testing/acknowledged/spawned-kept.ts'
import { openWitness, type Witness } from './testing/acknowledged/witness.ts'
import { shapesWith } from './testing/plant-shapes.ts'

const firstRelease = { database: databaseMigrationNames.slice(0, 1), warehouse: warehouseMigrationNames.slice(0, 1) }
const loadId = 'load-of-the-first-release'
const memoryBytes = 1024 ** 3
let folder: string
let data: string
let logFolder: string
let kept: SpawnedKept | undefined
/** Rows of each table before the upgrade. */
const before = new Map<string, number>()

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kept-upgraded-'))
  data = join(folder, 'data')
  logFolder = join(data, 'logs')
  await fillFirstRelease()
})
afterAll(async () => {
  if (kept) await killKept(kept, await kept.enginePids().catch(() => []))
  rmSync(folder, { recursive: true, force: true, maxRetries: 20 })
})

async function fillFirstRelease(): Promise<void> {
  const postgres = await startEmbeddedDatabase({ folder: join(data, 'postgres'), logFolder })
  await prepareDatabase(postgres.access, embeddedDatabase, 'The database', firstRelease.database)
  const options = { folder: join(data, 'warehouse'), logFolder, memoryBytes, upTo: firstRelease.warehouse }
  const { warehouse, engine } = await openEmbeddedWarehouse(options)
  const witness = await openWitness(data)
  try {
    const [row] = await witness.query("INSERT INTO organization (slug, name) VALUES ('own', 'Own') RETURNING id")
    const scope = { organizationId: String(row?.id) }
    // The lines that are published are none, so that nothing of the present version writes their roll-ups.
    await publishLines({ database: witness.database, warehouse: withoutRollUps(warehouse) }, scope, loadId, [])
    await fillWarehouse(warehouse, scope)
    await plantRows(witness.database, scope, 'first', shapesWith('first'))
    for (const name of await tablesOf(witness)) before.set(name, (await witness.rowsOf(name)).length)
  } finally {
    await witness.close()
    await warehouse.close()
    await engine.stop()
    await postgres.stop()
  }
}

function withoutRollUps(warehouse: Warehouse): Warehouse {
  return { ...warehouse, query: async () => [{ load_id: loadId }] as never }
}

/** As the first release wrote them: the roll-ups have no column of a later one. */
async function fillWarehouse(warehouse: Warehouse, scope: Scope): Promise<void> {
  const lines = Array.from({ length: 40 }, (_, index) =>
    lineOn(`2026-0${(index % 3) + 1}-10`, {
      ResourceId: `r-${index}`,
      BilledCost: '1.25',
      EffectiveCost: '1',
      ListCost: '2',
    }),
  )
  await writeLines(warehouse, scope, loadId, lines)
  const keys = 'organization_id, load_id, billing_period, charge_date, BillingCurrency, ServiceName'
  const sums = 'count(), sum(BilledCost), sum(EffectiveCost), sum(ListCost)'
  for (const [table, more] of [
    ['cost_daily', ''],
    ['cost_daily_resource', ', ResourceId'],
  ])
    await warehouse.execute(
      scope,
      `INSERT INTO ${table} (${keys}${more}, lines, billed, effective, list) SELECT ${keys}${more}, ${sums}
       FROM cost_line WHERE organization_id = {organization_id:UUID} GROUP BY ${keys}${more}`,
    )
}

async function tablesOf(witness: Witness): Promise<string[]> {
  const rows = await witness.query(
    "SELECT c.relname AS name FROM pg_class c WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace ORDER BY 1",
  )
  return rows.map(({ name }) => String(name)).filter((name) => name !== 'schema_migration')
}

it('opens what the first release wrote, with the same totals and no row lost', async () => {
  expect([...before.values()].filter((count) => count > 0).length).toBeGreaterThan(60)
  kept = await spawnKept(folder)
  const { data: costs } = await kept.client.costs.query({ measures: ['billed', 'effective', 'list', 'lines'] })
  expect(costs.totals).toMatchObject([{ values: { billed: '50', effective: '40', list: '80', lines: '40' } }])
  const witness = await openWitness(data)
  try {
    const applied = await witness.query('SELECT name FROM schema_migration ORDER BY name')
    expect(applied.map(({ name }) => name)).toEqual([...databaseMigrationNames].sort())
    const lost: string[] = []
    for (const [name, count] of before)
      if (!(await tablesOf(witness)).includes(name) || (await witness.rowsOf(name)).length < count) lost.push(name)
    // Sessions, limits and claims end by themselves; processes are registered anew.
    expect(lost.filter((name) => !/session|rate|limit|attempt|lease|process|claim|token/.test(name))).toEqual([])
  } finally {
    await witness.close()
  }
})

it('refuses to start on tables of a newer version, in one sentence', async () => {
  if (!kept) throw new Error('Kept did not start before')
  const witness = await openWitness(data)
  await witness.query("INSERT INTO schema_migration (name) VALUES ('9999-later')")
  await witness.close()
  await killKept(kept, await kept.enginePids())
  kept = undefined
  const { status, stderr, stdout } = spawnSync(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', fileURLToPath(new URL('./main.ts', import.meta.url))],
    {
      env: { PATH: process.env.PATH, KEPT_DATA: data, KEPT_PORT: '0', KEPT_DEMO: 'off' },
      encoding: 'utf8',
      timeout: 60_000,
    },
  )
  expect(status).toBeGreaterThan(0)
  expect(`${stdout}${stderr}`).toContain(
    'was upgraded by a newer version of Kept (9999-later), and tables cannot be downgraded; start that version, or restore a backup made before the upgrade.',
  )
})
