import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createImport } from '@kept/store/imports/create.ts'
import { undoImport } from '@kept/store/loads/undo.ts'
import { openWorld, type World } from '@kept/store/testing/world.ts'
import { recordUpload } from '@kept/store/uploads/record.ts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { runImport } from './run-import.ts'
import { removeCutOffUploads, sweep } from './sweep-job.ts'
import { smallBill } from './testing/small-bill.ts'
import { visibleTotals } from './testing/totals.ts'
import { worldDeps } from './testing/world-deps.ts'

let world: World
let uploads: string
let logged: Record<string, number>[]
beforeEach(async () => {
  world = await openWorld()
  uploads = mkdtempSync(join(tmpdir(), 'kept-sweep-'))
  logged = []
})
afterEach(async () => {
  await world.close()
  rmSync(uploads, { recursive: true, force: true })
})

const day = 86_400_000
const daysFromNow = (days: number) => new Date(Date.now() + days * day)

function run(now: Date): Promise<void> {
  return sweep({
    database: world.database,
    warehouse: world.warehouse,
    uploads,
    replacedRetentionDays: 30,
    pendingImports: async () => new Set(),
    now: () => now,
    logInfo: (_words, figures) => logged.push(figures),
  })
}

it('retains a replaced import for some days, then deletes it', async () => {
  await deliver('1')
  const second = await deliver('2')
  await run(daysFromNow(29))
  expect(await rowsHeld()).toBe(2)
  await run(daysFromNow(31))
  expect(logged.at(-1)).toMatchObject({ retired: 1, loads: 1 })
  expect(await rowsHeld()).toBe(1)
  expect(await visibleTotals(world, world.scope)).toEqual({ '111 2024-09 USD': '1 lines, 2' })
  await expect(undoImport(world.database, world.scope, second, async () => undefined)).rejects.toThrow(
    'no longer stored',
  )
})

it('removes everything of an undone import, in every table, and nothing of others', async () => {
  await deliver('1')
  const second = await deliver('2')
  await undoImport(world.database, world.scope, second, async () => undefined)
  await run(new Date())
  expect(await visibleTotals(world, world.scope)).toEqual({ '111 2024-09 USD': '1 lines, 1' })
  for (const table of ['cost_line', 'cost_daily', 'cost_daily_resource', 'rolled_up_load']) {
    const rows = await world.warehouse.query<{ loads: number }>(
      world.scope,
      `SELECT uniqExact(load_id) AS loads FROM ${table} WHERE organization_id = {organization_id:UUID}`,
    )
    expect([table, rows[0]?.loads]).toEqual([table, 1])
  }
})

it('forgets uploads after a day, but not one an import still waits for', async () => {
  const [old, needed] = [await upload('old.csv'), await upload('needed.csv')]
  writeFileSync(join(uploads, 'stray'), 'left by a kill')
  writeFileSync(join(uploads, 'cut-off.arriving'), '')
  await world.database.scoped(world.scope, (tx) =>
    createImport(tx, world.scope, { inputs: [{ kind: 'upload', id: needed, name: 'needed.csv' }], sources: [] }),
  )
  await run(new Date())
  expect(readdirSync(uploads).toSorted()).toEqual([old, needed, 'stray', 'cut-off.arriving'].toSorted())
  await run(daysFromNow(2))
  expect(readdirSync(uploads)).toEqual([needed])
})

it('removes interrupted uploads at start', async () => {
  const id = await upload('whole.csv')
  writeFileSync(join(uploads, 'half.arriving'), 'ha')
  await removeCutOffUploads(uploads)
  expect(readdirSync(uploads)).toEqual([id])
})

async function deliver(billed: string): Promise<string> {
  const path = join(uploads, `${crypto.randomUUID()}.csv`)
  writeFileSync(path, smallBill([{ billed }]))
  const { id } = await world.database.scoped(world.scope, (tx) =>
    createImport(tx, world.scope, { inputs: [{ kind: 'file', path, name: 'b.csv' }], sources: [] }),
  )
  const deps = worldDeps(world, { now: () => new Date() })
  await runImport(deps, world.scope, id, { signal: new AbortController().signal, last: true })
  return id
}

async function upload(name: string): Promise<string> {
  const id = crypto.randomUUID()
  writeFileSync(join(uploads, id), name)
  utimesSync(join(uploads, id), new Date(), new Date())
  await recordUpload(world.database, world.scope, { id, name, bytes: 1, sha256: '' })
  return id
}

async function rowsHeld(): Promise<number | undefined> {
  const [counted] = await world.warehouse.query<{ rows: number }>(
    world.scope,
    'SELECT count() AS rows FROM cost_line WHERE organization_id = {organization_id:UUID}',
  )
  return counted?.rows
}
