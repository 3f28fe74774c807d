/** Two processes of one installation start with the same empty demo, and a start after a kill in the middle. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listImports } from '@kept/store/imports/list.ts'
import { findOrganization } from '@kept/store/organizations/find.ts'
import { listActions } from '@kept/store/savings/actions.ts'
import { openWorld, type World } from '@kept/store/testing/world.ts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { seedDemoActions } from './savings/seed-demo-actions.ts'
import { openKept, type TestKept } from './testing.ts'

const now = () => new Date('2026-11-20T09:30:00Z')
let world: World
let shared: string
const opened: TestKept[] = []
beforeEach(async () => {
  world = await openWorld()
  shared = mkdtempSync(join(tmpdir(), 'kept-shared-'))
})
afterEach(async () => {
  for (const kept of opened.splice(0)) await kept.close()
  await world.close()
  rmSync(shared, { recursive: true, force: true })
})

it('is seeded once by two processes that start together', { timeout: 600_000 }, async () => {
  // Either may import what the other has written.
  const databases = { DATABASE_URL: 'postgres://database.invalid/kept', CLICKHOUSE_URL: 'http://warehouse.invalid' }
  const settings = { KEPT_DEMO: 'on', KEPT_SHARED_FOLDER: shared, ...databases }
  const starting = () => openKept(settings, { now, world })
  opened.push(...(await Promise.all([starting(), starting()])))
  const scope = { organizationId: (await findOrganization(world.database, 'demo'))?.id ?? '' }
  const actions = await listActions(world.database, scope)
  expect(actions.map(({ input }) => input.resource_id)).toHaveLength(5)
  const { imports } = await listImports(world.database, scope, { page: 1, page_size: 50 })
  expect(imports.map(({ status, error }) => ({ status, error }))).toEqual([{ status: 'done', error: '' }])
  const members = await world.database.scoped(scope, (tx) => tx.selectFrom('membership').select('user_id').execute())
  expect(new Set(members.map(({ user_id }) => user_id)).size).toBe(members.length)
})

it('records each action once when it was killed between two of them', async () => {
  const kept = await openKept({}, { now, world })
  opened.push(kept)
  const { scope, database } = world
  await seedDemoActions(kept.server.services, scope)
  const [first] = await listActions(database, scope)
  await database.scoped(scope, (tx) =>
    tx
      .deleteFrom('savings_action')
      .where('id', '=', first?.id ?? '')
      .execute(),
  )
  await seedDemoActions(kept.server.services, scope)
  const resources = (await listActions(database, scope)).map(({ input }) => input.resource_id)
  expect(resources).toHaveLength(5)
  expect(new Set(resources).size).toBe(5)
})
