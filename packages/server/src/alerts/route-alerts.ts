/** The timer that routes new events and due deliveries, and the daily clean-up. */
import { dayMs } from '@kept/foundation/calendar/instant.ts'
import { pruneAlerts } from '@kept/store/alerts/deliveries.ts'
import { organizationsWithWork } from '@kept/store/alerts/due.ts'
import * as z from 'zod'
import type { Services } from '../platform/context.ts'
import { forEachOrganization } from '../platform/each-organization.ts'
import { defineJob } from '../platform/jobs.ts'
import { type RepeatedRun, runEvery } from '../platform/run-every.ts'
import { routeOrganization } from './route-organization.ts'

const tickEveryMs = 5_000
const retentionDays = 90

/** Daily: deletes alert events past their retention. */
export const pruneAlertsJob = defineJob({
  name: 'prune-alerts',
  input: z.object({}),
  retries: 1,
  cron: '41 3 * * *',
  run: async (_input, { state, now }: Pick<Services, 'state' | 'now'>, signal) => {
    const before = new Date(now().getTime() - retentionDays * dayMs)
    await forEachOrganization(state.database, signal, (scope) => pruneAlerts(state.database, scope, before))
  },
})

export function startRouting(services: Services): RepeatedRun {
  const { state, now, log } = services
  const routeAll = async () => {
    for (const organizationId of await organizationsWithWork(state.database, now())) {
      await routeOrganization(services, { organizationId }).catch((error) =>
        log.warn(
          { event: 'alerts.route_failed', organization_id: organizationId, err: error },
          'could not route alerts',
        ),
      )
    }
  }
  return runEvery(tickEveryMs, routeAll, (error) =>
    log.warn({ event: 'alerts.poll_failed', err: error }, 'could not look for alerts'),
  )
}
