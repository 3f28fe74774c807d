/** The findings feature, put together from the parts a running Kept has. */
import type { Scope } from '@kept/domain/scope.ts'
import type { Services } from '../platform/context.ts'
import { judgeDailyJob } from './daily-job.ts'
import { judgeJob } from './judge-job.ts'
import { type JudgeDoors, judgeOrganization } from './judge-organization.ts'

export function judgeDoors({ state, now }: Pick<Services, 'state' | 'now'>): JudgeDoors {
  return { database: state.database, warehouse: state.warehouse, now }
}

export async function startFindings(services: Services): Promise<void> {
  await services.jobs.work(judgeJob, judgeDoors(services))
  await services.jobs.work(judgeDailyJob, judgeDoors(services))
}

/**
 * Judges at once, so that whoever waits for a delivery finds its findings. A bill that is in must not be held up by a
 * rule that fails: then the queue tries again, and the log says why.
 */
export function judgeAfterLoadsChanged(services: Pick<Services, 'state' | 'now' | 'jobs' | 'log'>) {
  return async (scope: Scope): Promise<void> => {
    try {
      const saved = await judgeOrganization(judgeDoors(services), scope)
      services.log.info({ organization_id: scope.organizationId, ...saved }, 'judged')
    } catch (error) {
      services.log.warn({ err: error, organization_id: scope.organizationId }, 'judging failed, queued again')
      await services.jobs.send(judgeJob, { organization_id: scope.organizationId })
    }
  }
}
