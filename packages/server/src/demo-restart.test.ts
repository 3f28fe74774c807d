/** A demo that was stopped and is started again: its loop goes on, and the start does not wait for it. */
import { listLoops } from '@kept/store/loops/list.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openSeededDemo } from './testing/seeded-demo.ts'

let kept: Awaited<ReturnType<typeof openSeededDemo>>
beforeAll(async () => {
  kept = await openSeededDemo()
}, 500_000)
afterAll(() => kept.close())

it('plays its loop by a job, and the next tick detects it', async () => {
  const { database } = kept.world
  const lastPulse = async () => {
    const { rows } = await database.pool.query<{ state: string }>(
      `SELECT state::text AS state FROM jobs.job WHERE name = 'demo-pulse' ORDER BY created_on DESC LIMIT 1`,
    )
    return rows[0]?.state
  }
  await expect.poll(lastPulse).toBe('completed')
  await kept.server.features.loops.detect()
  const filter = { show: 'active', sort: 'detected_at', suspected: false, limit: 10 } as const
  const { loops } = await listLoops(database, kept.demo, filter)
  expect(loops.map(({ loop_type }) => loop_type)).toContain('recursive_function')
})
