/** Matches an organization's new events to its rules, creates deliveries and queues those that are due. */
import type { AlertEvent } from '@kept/domain/alert.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { eventsForDefaultEmails } from '@kept/engine/alerts/default-emails.ts'
import { planDeliveries } from '@kept/engine/alerts/plan.ts'
import { mayRepeat, repeatWindowMs } from '@kept/engine/alerts/repeats.ts'
import type { StoredChannel } from '@kept/store/alerts/channels.ts'
import { queueDue } from '@kept/store/alerts/due.ts'
import { routeEvents } from '@kept/store/alerts/route.ts'
import type { Services } from '../platform/context.ts'
import { deliverJob, queueTry } from './deliver-job.ts'
import { securityByDefault } from './email-preferences.ts'

export async function routeOrganization(
  services: Pick<Services, 'state' | 'now' | 'jobs'>,
  scope: Scope,
): Promise<void> {
  const { state, now, jobs } = services
  let looked = 0
  do {
    const { events } = await routeEvents(state.database, scope, {
      now: now(),
      plan: (events, rules, channels, repeated) =>
        planDeliveries(events, rules, channels.map(plannable), now().getTime(), repeated),
      titleOf,
      mayRepeat,
      repeatsSince: new Date(now().getTime() - repeatWindowMs),
      eventsForDefaultEmails,
      defaultEmails: securityByDefault,
    })
    looked = events
  } while (looked > 0)
  const queued = await queueDue(state.database, scope, now(), queueTry(services, scope.organizationId))
  if (queued > 0) jobs.wake(deliverJob)
}

const plannable = ({ id, enabled, schedule, settings: { kind } }: StoredChannel) => ({ id, enabled, schedule, kind })

/** The latest title for one incident, the number of alerts for several. */
function titleOf(events: readonly AlertEvent[]): string {
  const threads = new Set(events.map(({ thread }) => thread))
  const last = events.at(-1)
  return threads.size === 1 && last ? last.title : `${threads.size} alerts`
}
