/** Concurrent imports: at the same moment, from a bucket and by upload, of one account through two connections. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ImportInput } from '@kept/domain/ingest.ts'
import { createImport } from '@kept/store/imports/create.ts'
import { findImport } from '@kept/store/imports/find.ts'
import { listLoads } from '@kept/store/loads/list.ts'
import { undoImport } from '@kept/store/loads/undo.ts'
import { openWorld, type World } from '@kept/store/testing/world.ts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { runImport } from './run-import.ts'
import { type SmallLine, smallBill } from './testing/small-bill.ts'
import { visibleTotals } from './testing/totals.ts'
import { worldDeps } from './testing/world-deps.ts'

let world: World
let folder: string
beforeEach(async () => {
  world = await openWorld()
  folder = mkdtempSync(join(tmpdir(), 'kept-meet-'))
})
afterEach(async () => {
  await world.close()
  rmSync(folder, { recursive: true, force: true })
})

const { signal } = new AbortController()
const totals = () => visibleTotals(world, world.scope)
const list = (status: 'current' | 'superseded') =>
  listLoads(world.database, world.scope, { status, page: 1, page_size: 100 })

it('publishes imports of one month one after the other, in any order, and each can be undone', async () => {
  const ids = await Promise.all(['1', '2', '3', '4'].map((billed) => note([{ billed }])))
  await Promise.all(ids.map((id) => run(id)))
  expect((await list('current')).total).toBe(1)
  expect((await list('superseded')).total).toBe(3)
  const seenTotals = new Set<string>()
  for (let remaining = 4; remaining > 0; remaining -= 1) {
    const { loads } = await list('current')
    seenTotals.add(JSON.stringify(await totals()))
    await undoImport(world.database, world.scope, loads[0]?.import_id ?? '', async () => undefined)
  }
  expect(seenTotals.size).toBe(4)
  expect(await totals()).toEqual({})
})

it('replaces a bucket’s month as a whole: a missing account is gone', async () => {
  await run(
    await note(
      [
        { account: '1', billed: '1' },
        { account: '2', billed: '2' },
      ],
      's3://bills/cur/',
    ),
  )
  await run(await note([{ account: '1', billed: '1.5' }], 's3://bills/cur/'))
  expect(await totals()).toEqual({ '1 2024-09 USD': '1 lines, 1.5' })
  const { loads } = await list('current')
  expect(loads).toMatchObject([{ connection_name: 's3://bills/cur/' }])
})

it('reports an account’s month that is loaded through two connections, because it counts twice', async () => {
  await run(await note([{ account: '1', billed: '1' }], 's3://bills/cur/'))
  const id = await note([{ account: '1', billed: '1' }])
  await run(id)
  const { notes } = (await findImport(world.database, world.scope, id)).import
  expect(notes).toContain(
    '2024-09 of AWS 1 is loaded through "s3://bills/cur/" as well, so its costs count twice; undo one of the two.',
  )
})

it('keeps an account’s connection when another provider serves most of its lines', async () => {
  const marketplace = { account: '1', provider: 'Databricks' }
  await run(
    await note([
      { account: '1', billed: '1' },
      { ...marketplace, billed: '2' },
      { account: '1', billed: '3' },
    ]),
  )
  await run(
    await note([
      { ...marketplace, billed: '4' },
      { ...marketplace, billed: '5' },
      { account: '1', billed: '6' },
    ]),
  )
  expect(await totals()).toEqual({ '1 2024-09 USD': '3 lines, 15' })
})

/** From a bucket when a URL is given; the bucket's content is then read from a file of the same lines. */
async function note(lines: SmallLine[], url?: string): Promise<string> {
  const path = join(folder, `${crypto.randomUUID()}.csv`)
  writeFileSync(path, smallBill(lines))
  const input: ImportInput = url ? { kind: 'operator_url', url } : { kind: 'file', path, name: 'b.csv' }
  const newImport = await world.database.scoped(world.scope, (tx) =>
    createImport(tx, world.scope, { inputs: [input], sources: [], accept_smaller: true }),
  )
  if (url) inBucket.set(newImport.id, path)
  return newImport.id
}

const inBucket = new Map<string, string>()

async function run(id: string): Promise<void> {
  const deps = worldDeps(world)
  const path = inBucket.get(id)
  const { openDelivery } = deps
  await runImport(
    path
      ? { ...deps, openDelivery: (_inputs, options) => openDelivery([{ kind: 'file', path, name: 'b.csv' }], options) }
      : deps,
    world.scope,
    id,
    { signal, last: true },
  )
  expect((await findImport(world.database, world.scope, id)).import.status).toBe('done')
}
