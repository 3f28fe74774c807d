/** Starts the recommendation jobs. */
import type { Scope } from '@kept/domain/scope.ts'
import type { Services } from '../platform/context.ts'
import { evaluateDailyJob } from './daily-job.ts'
import { evaluateJob } from './evaluate-job.ts'
import { type EvaluateDeps, evaluateOrganization } from './evaluate-organization.ts'

export function evaluateDeps({ state, now }: Pick<Services, 'state' | 'now'>): EvaluateDeps {
  return { database: state.database, warehouse: state.warehouse, now }
}

export async function startRecommendations(services: Services): Promise<void> {
  await services.jobs.work(evaluateJob, evaluateDeps(services))
  await services.jobs.work(evaluateDailyJob, evaluateDeps(services))
}

/**
 * Evaluates immediately, so an import ends with its recommendations. A failing rule must not block the import: it is
 * logged and queued again.
 */
export function evaluateAfterLoadsChanged(services: Pick<Services, 'state' | 'now' | 'jobs' | 'log'>) {
  return async (scope: Scope): Promise<void> => {
    try {
      const saved = await evaluateOrganization(evaluateDeps(services), scope)
      services.log.info(
        { event: 'recommendations.evaluated', organization_id: scope.organizationId, ...saved },
        'evaluated recommendations',
      )
    } catch (error) {
      services.log.warn(
        { event: 'recommendations.evaluate_failed', organization_id: scope.organizationId, err: error },
        'could not evaluate recommendations, queued again',
      )
      await services.jobs.send(evaluateJob, { organization_id: scope.organizationId })
    }
  }
}
