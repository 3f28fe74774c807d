/** Applies schedules every five minutes. Schedules change on the quarter hour, the other rounds retry failures. */
import type { Scope } from '@kept/domain/scope.ts'
import { listManaged } from '@kept/store/behavior/managed.ts'
import { withEachVisit } from '@kept/store/demo/visits.ts'
import { listOrganizations } from '@kept/store/organizations/list.ts'
import * as z from 'zod'
import type { Services } from '../platform/context.ts'
import { defineJob } from '../platform/jobs.ts'
import { remediesOf } from './remedies.ts'
import { switchEnvironment } from './switch-environment.ts'

type Needs = Pick<Services, 'state' | 'now' | 'log' | 'remedies'>

export const behaviorSwitchJob = defineJob({
  name: 'behavior-switch',
  input: z.object({}),
  retries: 0,
  cron: '*/5 * * * *',
  run: async (_input, services: Needs, signal) => {
    const { database } = services.state
    const switchAll = async (scope: Scope) => {
      const managed = await listManaged(database, scope, services.now())
      if (managed.length === 0) return
      const deps = { database, remedies: remediesOf(services, scope), log: services.log, now: services.now }
      for (const schedule of managed) {
        signal.throwIfAborted()
        try {
          await switchEnvironment(deps, scope, schedule, signal)
        } catch (error) {
          signal.throwIfAborted()
          // One failing schedule must not block the others.
          services.log.error(
            { event: 'schedules.evaluate_failed', environment_id: schedule.environment_id, err: error },
            'could not evaluate a schedule',
          )
        }
      }
    }
    for (const organization of await listOrganizations(database)) await withEachVisit(database, organization, switchAll)
  },
})
