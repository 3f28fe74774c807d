/** Every five minutes: environments whose schedule asks for something else than they are. Hours lie on the quarter, so
 * each is met on time; the rounds between try again what failed. */
import { listManaged } from '@kept/store/behaviour/managed.ts'
import { listOrganizations } from '@kept/store/organizations/list.ts'
import * as z from 'zod'
import type { Services } from '../platform/context.ts'
import { defineJob } from '../platform/jobs.ts'
import { remediesOf } from './remedies.ts'
import { switchEnvironment } from './switch-environment.ts'

type Needs = Pick<Services, 'state' | 'now' | 'log' | 'remedies'>

export const behaviourSwitchJob = defineJob({
  name: 'behaviour-switch',
  input: z.object({}),
  retries: 0,
  every: '*/5 * * * *',
  run: async (_input, services: Needs, signal) => {
    const { database } = services.state
    for (const { id } of await listOrganizations(database)) {
      const scope = { organizationId: id }
      const managed = await listManaged(database, scope, services.now())
      if (managed.length === 0) continue
      const doors = { database, remedies: remediesOf(services, scope), log: services.log, now: services.now }
      for (const one of managed) {
        signal.throwIfAborted()
        try {
          await switchEnvironment(doors, scope, one, signal)
        } catch (error) {
          signal.throwIfAborted()
          // One that cannot be judged must not keep the others from their hours.
          services.log.error({ err: error, environment_id: one.environment_id }, 'a schedule was not looked at')
        }
      }
    }
  },
})
