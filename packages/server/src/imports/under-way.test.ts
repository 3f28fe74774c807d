/** A running import: its progress, how it is canceled, and by whom. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { KeptError } from '@kept/domain/errors.ts'
import { canceledMessage, cancelImport } from '@kept/store/imports/cancel.ts'
import { createImport } from '@kept/store/imports/create.ts'
import { findImport } from '@kept/store/imports/find.ts'
import { failOrphans } from '@kept/store/imports/orphans.ts'
import { openWorld, type World } from '@kept/store/testing/world.ts'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { ImportDeps } from './deps.ts'
import { runImport } from './run-import.ts'
import { smallBill } from './testing/small-bill.ts'
import { visibleTotals } from './testing/totals.ts'
import { worldDeps } from './testing/world-deps.ts'

let world: World
let folder: string
beforeEach(async () => {
  world = await openWorld()
  folder = mkdtempSync(join(tmpdir(), 'kept-under-way-'))
})
afterEach(async () => {
  await world.close()
  rmSync(folder, { recursive: true, force: true })
})

const pollOptions = { interval: 50, timeout: 60_000 }
const now = new Date('2026-01-15T12:00:00Z')

it('reports rows and speed while the engine reads, and ends everything when a user cancels it', async () => {
  const id = await note()
  const running = runImport(endless(), world.scope, id, { signal: new AbortController().signal, last: true })
  await vi.waitFor(async () => {
    const { progress } = (await findImport(world.database, world.scope, id)).import
    expect(progress.stage).toBe('reading')
    expect(progress.rows_read).toBeGreaterThan(0)
    expect(progress.rows_per_second).toBeGreaterThan(0)
  }, pollOptions)
  const stopped = await cancelImport(world.database, world.scope, id, now)
  expect(stopped).toMatchObject({ status: 'failed', error: canceledMessage })
  await running
  expect((await findImport(world.database, world.scope, id)).import.error).toBe(canceledMessage)
  await vi.waitFor(async () => expect(await queriesOf(id)).toBe(0), pollOptions)
  expect(await visibleTotals(world, world.scope)).toEqual({})
  await expect(cancelImport(world.database, world.scope, id, now)).rejects.toThrow('already finished')
})

it('ends quickly when Kept stops, and can be run again', async () => {
  const id = await note()
  const stop = new AbortController()
  const running = runImport(endless(), world.scope, id, { signal: stop.signal, last: false })
  const rejection = expect(running).rejects.toThrow('Kept is stopping')
  await vi.waitFor(async () => expect(await queriesOf(id)).toBeGreaterThan(0), pollOptions)
  stop.abort(new Error('Kept is stopping'))
  await rejection
  await vi.waitFor(async () => expect(await queriesOf(id)).toBe(0), pollOptions)
  expect((await findImport(world.database, world.scope, id)).import.status).toBe('running')
  await runImport(worldDeps(world), world.scope, id, { signal: new AbortController().signal, last: true })
  expect(await visibleTotals(world, world.scope)).toEqual({ '111 2024-09 USD': '1 lines, 5' })
})

it('fails with a reason when the engine fails on the last attempt, and is repeated before', async () => {
  const id = await note()
  const outage = new KeptError('unavailable', 'The warehouse was restarted.')
  const deps = worldDeps(world, { rollUp: () => Promise.reject(outage) })
  const { signal } = new AbortController()
  await expect(runImport(deps, world.scope, id, { signal, last: false })).rejects.toBe(outage)
  expect((await findImport(world.database, world.scope, id)).import.status).toBe('running')
  await runImport(deps, world.scope, id, { signal, last: true })
  expect((await findImport(world.database, world.scope, id)).import).toMatchObject({
    status: 'failed',
    error: outage.message,
  })
})

it('ends an import in a sentence whose runner has vanished, and no other', async () => {
  const [vanished, queued, active] = [await note(), await note(), await note()]
  await world.database.scoped(world.scope, (tx) =>
    tx
      .updateTable('import')
      .set({ touched_at: new Date(Date.now() - 3_600_000) })
      .where('id', 'in', [vanished, queued])
      .execute(),
  )
  const failed = await failOrphans(world.database, world.scope, { pending: new Set([queued]), silentMinutes: 5, now })
  expect(failed).toBe(1)
  const status = async (id: string) => (await findImport(world.database, world.scope, id)).import.status
  expect([await status(vanished), await status(queued), await status(active)]).toEqual(['failed', 'queued', 'queued'])
})

async function note(): Promise<string> {
  const path = join(folder, `${crypto.randomUUID()}.csv`)
  writeFileSync(path, smallBill([{ billed: '5' }]))
  const newImport = await world.database.scoped(world.scope, (tx) =>
    createImport(tx, world.scope, {
      inputs: [{ kind: 'file', path, name: 'b.csv' }],
      sources: [{ name: 'b.csv', bytes: 9 }],
    }),
  )
  return newImport.id
}

/** The same file, repeated endlessly. */
function endless(): ImportDeps {
  const deps = worldDeps(world)
  return {
    ...deps,
    async openDelivery(inputs, options) {
      const { bills, notes } = await deps.openDelivery(inputs, options)
      const endlessRows = '(SELECT number AS again FROM system.numbers)'
      return {
        notes,
        bills: bills.map((bill) => ({
          ...bill,
          source: {
            ...bill.source,
            from: (structure) =>
              `(SELECT * EXCEPT again FROM ${bill.source.from(structure)} AS bill CROSS JOIN ${endlessRows} AS repeat)`,
          },
        })),
      }
    },
  }
}

async function queriesOf(importId: string): Promise<number> {
  const [counted] = await world.warehouse.inspect<{ running: number }>(
    'SELECT count() AS running FROM system.processes WHERE position(query_id, {id:String}) > 0',
    { id: importId },
  )
  return counted?.running ?? 0
}
