/** The end of a run beside the removal of its connection. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { openWorld, type World } from '../testing/world.ts'
import { beginRun, finishRun } from './runs.ts'
import { connect } from './testing/connect.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

it('ends a run while its connection is removed, and neither waits for the other', async () => {
  const { database, scope } = world
  const id = await connect(world, 'gcp', new Date())
  const run = await beginRun(database, scope, id, { startedBy: 'Ana', now: new Date() })
  let ending: Promise<void> | undefined
  await database.scoped(scope, async (tx) => {
    // In the order in which a removal goes on to the runs.
    await tx.selectFrom('sync_connection').select('id').where('id', '=', id).forUpdate().execute()
    ending = finishRun(database, scope, id, { run, error: '', nextRunAt: new Date(), now: new Date() })
    // It fails where the removal is the one that is let through.
    ending.catch(() => undefined)
    await vi.waitFor(async () => {
      const { rows } = await sql`SELECT pid FROM pg_locks
        WHERE NOT granted AND pg_backend_pid() = ANY(pg_blocking_pids(pid))`.execute(tx)
      expect(rows).not.toEqual([])
    }, 60_000)
    await tx.deleteFrom('sync_run').where('connection_id', '=', id).execute()
  })
  await ending
})
