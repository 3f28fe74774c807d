/** Once a minute: what ended visits of the demo changed is taken back. What is due stands in the database. */
import type { Scope } from '@kept/domain/scope.ts'
import { endDemoVisits } from '@kept/store/demo/visits.ts'
import { listOrganizations } from '@kept/store/organizations/list.ts'
import * as z from 'zod'
import type { Services } from '../platform/context.ts'
import { defineJob } from '../platform/jobs.ts'

export interface EndVisitsNeeds extends Pick<Services, 'state' | 'now' | 'log'> {
  /** Evaluates the rules again: a visitor's decision changed which of several findings counts. */
  judge(scope: Scope): Promise<void>
}

export const endVisitsJob = defineJob({
  name: 'demo-end-visits',
  input: z.object({}),
  retries: 0,
  every: '* * * * *',
  run: (_input, needs: EndVisitsNeeds) => endEndedVisits(needs),
})

export async function endEndedVisits({ state, now, log, judge }: EndVisitsNeeds): Promise<void> {
  for (const { id, demo } of await listOrganizations(state.database)) {
    if (!demo) continue
    const scope = { organizationId: id }
    const visits = await endDemoVisits(state.database, scope, now())
    if (visits === 0) continue
    await judge(scope)
    log.info({ organization_id: id, visits }, 'visits of the demo ended, their changes taken back')
  }
}
