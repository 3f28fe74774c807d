import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { OwnerConnection } from '../database/connect-owner.ts'
import { openWorld, type World } from '../testing/world.ts'
import { getSyncConnection } from './connections.ts'
import { beginRun, finishRun } from './runs.ts'
import { connect } from './testing/connect.ts'

let world: World
let owner: OwnerConnection
beforeAll(async () => {
  world = await openWorld()
  owner = await world.openOwner()
})
afterAll(async () => {
  await owner.end()
  await world.close()
})

const at = new Date('2026-11-22T10:00:00Z')
it('never shows a run as finished without its error, when it finishes while it is read', async () => {
  const { database, scope } = world
  const id = await connect(world, 's3', at)
  const run = await beginRun(database, scope, id, { startedBy: 'Ana', now: at })
  expect(run.isResumed).toBe(false)
  expect(await beginRun(database, scope, id, { startedBy: 'Ana', now: at })).toEqual({ ...run, isResumed: true })
  // Its units are the second of four statements.
  await owner.query('BEGIN')
  await owner.query('LOCK TABLE sync_unit IN ACCESS EXCLUSIVE MODE')
  const reading = getSyncConnection(database, scope, id)
  await untilOneWaits()
  await finishRun(database, scope, id, { run, error: 'Nothing was found.', nextRunAt: at, now: at })
  await owner.query('COMMIT')
  expect(await reading).toMatchObject({ error: '', last_run: { finished_at: null, error: '' } })
  expect(await getSyncConnection(database, scope, id)).toMatchObject({
    error: 'Nothing was found.',
    last_run: { finished_at: at.toISOString(), error: 'Nothing was found.' },
  })
})

async function untilOneWaits(): Promise<void> {
  for (let attempt = 0; attempt < 1000; attempt += 1) {
    const { rows } = await owner.query<{ waits: boolean }>(
      `SELECT EXISTS (SELECT FROM pg_locks WHERE NOT granted AND relation = 'sync_unit'::regclass
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())) AS waits`,
    )
    if (rows[0]?.waits) return
    await sleep(10)
  }
  throw new Error('no transaction waits for the units')
}
