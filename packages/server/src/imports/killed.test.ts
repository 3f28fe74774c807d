import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { credentialsFor } from '@kept/store/database/access.ts'
import { applicationRole } from '@kept/store/database/roles.ts'
import { createImport } from '@kept/store/imports/create.ts'
import { findImport } from '@kept/store/imports/find.ts'
import { sweepWarehouse } from '@kept/store/loads/sweep.ts'
import { openWorld, type World } from '@kept/store/testing/world.ts'
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, it } from 'vitest'
import type { ImportMoment } from './deps.ts'
import { runImport } from './run-import.ts'
import type { KilledImport } from './testing/killed-import.ts'
import { smallBill } from './testing/small-bill.ts'
import { visibleTotals } from './testing/totals.ts'
import { worldDeps } from './testing/world-deps.ts'

let world: World
let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'kept-killed-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))
beforeEach(async () => {
  world = await openWorld()
})
afterEach(() => world.close())

const { signal } = new AbortController()
const before = smallBill([{ billed: '1' }, { billed: '2', day: 2 }])
const after = smallBill([{ billed: '10' }, { billed: 'bad', day: 2 }, { billed: '20', day: 3 }])
const totalBefore = { '111 2024-09 USD': '2 lines, 3' }
const totalAfter = { '111 2024-09 USD': '2 lines, 30' }

/** The moments before publishing; nothing is visible after a kill there. */
const unpublishedMoments: ImportMoment[] = ['begun', 'read', 'proven', 'rolled_up', 'publishing']

it.each(unpublishedMoments)(
  'leaves nothing half-visible when killed at "%s", and the next run completes it',
  async (moment) => {
    await importBill(before)
    const id = await note(after)
    expect(await killedAt(moment, id)).toBe('SIGKILL')
    expect(await visible()).toEqual(totalBefore)
    expect((await findImport(world.database, world.scope, id)).import.status).toBe('running')

    await runImport(worldDeps(world), world.scope, id, { signal, last: true })
    expect(await visible()).toEqual(totalAfter)
    const done = (await findImport(world.database, world.scope, id)).import
    expect(done).toMatchObject({
      status: 'done',
      reconciliation: { ok: true, rows: { read: 3, stored: 2, rejected: 1 } },
    })

    await sweepWarehouse(world.database, world.warehouse, world.scope)
    expect(await rowsHeld()).toEqual({ cost_line: 4, rejected_row: 1 })
    expect(await visible()).toEqual(totalAfter)
  },
)

it('is completely visible when killed right after publishing, and the follow-up work still runs', async () => {
  await importBill(before)
  const id = await note(after)
  expect(await killedAt('published', id)).toBe('SIGKILL')
  expect(await visible()).toEqual(totalAfter)
  let notifiedCount = 0
  const deps = worldDeps(world, {
    afterLoadsChanged: async () => {
      notifiedCount += 1
    },
  })
  await runImport(deps, world.scope, id, { signal, last: true })
  expect(notifiedCount).toBe(1)
  expect(await visible()).toEqual(totalAfter)
  expect((await findImport(world.database, world.scope, id)).import.progress.stage).toBe('done')
})

it.each(['rolled_up', 'publishing'] as const)(
  'lets only the newest attempt publish: an earlier one is revoked at "%s"',
  async (lateMoment) => {
    const id = await note(after)
    const slow = worldDeps(world, {
      // While the first attempt is about to publish, a second one runs from start to end.
      onMoment: async (moment) => {
        if (moment === lateMoment) await runImport(worldDeps(world), world.scope, id, { signal, last: true })
      },
    })
    await runImport(slow, world.scope, id, { signal, last: true })
    expect(await visible()).toEqual(totalAfter)
    await sweepWarehouse(world.database, world.warehouse, world.scope)
    expect(await rowsHeld()).toEqual({ cost_line: 2, rejected_row: 1 })
  },
)

it('does not sweep the rows of a running attempt', async () => {
  const id = await note(after)
  const deps = worldDeps(world, {
    onMoment: async (moment) => {
      if (moment === 'rolled_up') await sweepWarehouse(world.database, world.warehouse, world.scope)
    },
  })
  await runImport(deps, world.scope, id, { signal, last: true })
  expect(await visible()).toEqual(totalAfter)
})

async function note(text: string): Promise<string> {
  const path = join(folder, `${crypto.randomUUID()}.csv`)
  writeFileSync(path, text)
  const newImport = await world.database.scoped(world.scope, (tx) =>
    createImport(tx, world.scope, {
      inputs: [{ kind: 'file', path, name: 'bill.csv' }],
      sources: [{ name: 'bill.csv', bytes: text.length }],
      accept_smaller: true,
    }),
  )
  return newImport.id
}

async function importBill(text: string): Promise<void> {
  await runImport(worldDeps(world), world.scope, await note(text), { signal, last: true })
  expect(await visible()).toEqual(totalBefore)
}

const visible = () => visibleTotals(world, world.scope)

/** Rows in the warehouse, visible or not. */
async function rowsHeld(): Promise<Record<string, number>> {
  const rows = await world.warehouse.query<{ what: string; rows: number }>(
    world.scope,
    `SELECT 'cost_line' AS what, count() AS rows FROM cost_line WHERE organization_id = {organization_id:UUID}
     UNION ALL SELECT 'rejected_row', count() FROM rejected_row WHERE organization_id = {organization_id:UUID}`,
  )
  return Object.fromEntries(rows.map(({ what, rows: count }) => [what, count]))
}

async function killedAt(moment: ImportMoment, importId: string): Promise<NodeJS.Signals | null> {
  const killedImport: KilledImport = {
    database: credentialsFor(inject('databaseAccess'), applicationRole),
    name: world.warehouse.database,
    warehouse: inject('warehouse'),
    organizationId: world.scope.organizationId,
    importId,
    moment,
  }
  const script = fileURLToPath(new URL('./testing/killed-import.ts', import.meta.url))
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', script, JSON.stringify(killedImport)],
    {
      stdio: 'inherit',
    },
  )
  const [, died] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null]
  return died
}
