/** Reverts the changes of ended demo visits, every minute. The database stores what is due. */
import type { Scope } from '@kept/domain/scope.ts'
import { endDemoVisits } from '@kept/store/demo/visits.ts'
import { listOrganizations } from '@kept/store/organizations/list.ts'
import * as z from 'zod'
import type { Services } from '../platform/context.ts'
import { defineJob } from '../platform/jobs.ts'

interface EndVisitsNeeds extends Pick<Services, 'state' | 'now' | 'log'> {
  /** Evaluates the rules again, because a visitor's decision may have changed which recommendation counts. */
  evaluate(scope: Scope): Promise<void>
}

export const endVisitsJob = defineJob({
  name: 'demo-end-visits',
  input: z.object({}),
  retries: 0,
  cron: '* * * * *',
  run: (_input, needs: EndVisitsNeeds) => endEndedVisits(needs),
})

export async function endEndedVisits({ state, now, log, evaluate }: EndVisitsNeeds): Promise<void> {
  for (const { id, demo } of await listOrganizations(state.database)) {
    if (!demo) continue
    const scope = { organizationId: id }
    const visits = await endDemoVisits(state.database, scope, now())
    if (visits === 0) continue
    await evaluate(scope)
    log.info(
      { event: 'demo.visits_ended', organization_id: id, visits },
      'ended demo visits and reverted their changes',
    )
  }
}
