/** The gauges that are read when /metrics is: a value from the last question to /ready could be hours old. */
import type { Services } from './context.ts'
import { buildInfo, engineUp, jobsWaiting } from './metrics.ts'
import { keptVersion } from './version.ts'

export async function measureState({ state, jobs }: Pick<Services, 'state' | 'jobs'>): Promise<void> {
  const [database, warehouse, waiting] = await Promise.all([
    state.database.ping(),
    state.warehouse.ping().catch(() => false),
    jobs.waiting().catch(() => undefined),
  ])
  engineUp.set({ engine: 'postgres' }, database ? 1 : 0)
  engineUp.set({ engine: 'clickhouse' }, warehouse ? 1 : 0)
  buildInfo.set({ version: keptVersion() }, 1)
  // Without an answer of the database there is no count, rather than the last one.
  jobsWaiting.reset()
  for (const [job, count] of waiting ?? []) jobsWaiting.set({ job }, count)
}
