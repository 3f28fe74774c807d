/** The alerts feature, put together: the jobs, and the tick that looks for what happened and what is due. */
import { pruneAlerts } from '@kept/store/alerts/deliveries.ts'
import { organizationsWithWork } from '@kept/store/alerts/due.ts'
import { listOrganizations } from '@kept/store/organizations/list.ts'
import * as z from 'zod'
import type { Services } from '../platform/context.ts'
import { defineJob } from '../platform/jobs.ts'
import { deliverJob } from './deliver-job.ts'
import { routeOrganization } from './route-organization.ts'

const tickEveryMs = 5_000
const keepDays = 90

/** Once a day: what ended a season ago is forgotten. */
export const pruneAlertsJob = defineJob({
  name: 'prune-alerts',
  input: z.object({}),
  retries: 1,
  every: '41 3 * * *',
  run: async (_input, { state, now }: Pick<Services, 'state' | 'now'>, signal) => {
    const before = new Date(now().getTime() - keepDays * 86_400_000)
    for (const { id } of await listOrganizations(state.database)) {
      signal.throwIfAborted()
      await pruneAlerts(state.database, { organizationId: id }, before)
    }
  },
})

export interface RunningAlerts {
  /** Looks now instead of at the next tick, for tests that hold the clock. */
  tick(): Promise<void>
  stop(): Promise<void>
}

export async function startAlerts(services: Services): Promise<RunningAlerts> {
  const { state, now, jobs, log } = services
  await jobs.work(deliverJob, services)
  await jobs.work(pruneAlertsJob, services)
  const look = async () => {
    for (const organizationId of await organizationsWithWork(state.database, now())) {
      await routeOrganization(services, { organizationId }).catch((error) =>
        log.warn({ err: error, organization_id: organizationId }, 'alerts could not be routed'),
      )
    }
  }
  // One after the other: a slow look is not overtaken by the next.
  let looking = Promise.resolve()
  const tick = () => {
    looking = looking.then(look).catch((error) => log.warn({ err: error }, 'alerts could not be looked for'))
    return looking
  }
  let busy = false
  const timer = setInterval(async () => {
    if (busy) return
    busy = true
    await tick()
    busy = false
  }, tickEveryMs)
  timer.unref()
  return {
    tick,
    async stop() {
      clearInterval(timer)
      await looking
    },
  }
}
