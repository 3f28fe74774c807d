/** Recommendations: rules evaluated over costs, resources and metrics. */

import type { Scope } from '@kept/domain/scope.ts'
import { commissionFeature } from '../commission/feature.ts'
import { defineFeature } from '../platform/feature.ts'
import { work } from '../platform/jobs.ts'
import { evaluateDailyJob } from './daily-job.ts'
import { evaluateJob } from './evaluate-job.ts'
import { evaluateDeps, evaluateOrganization } from './evaluate-organization.ts'
import { recommendationExport } from './export.ts'
import { recommendations } from './routes.ts'

export const recommendationsFeature = defineFeature({
  name: 'recommendations',
  dependsOn: [commissionFeature],
  routes: { costOptimization: recommendations },
  start({ services }) {
    const deps = evaluateDeps(services)
    return {
      api: {
        async evaluate(scope: Scope): Promise<void> {
          const saved = await evaluateOrganization(deps, scope)
          const fields = { event: 'recommendations.evaluated', organization_id: scope.organizationId, ...saved }
          services.log.info(fields, 'evaluated recommendations')
        },
        /** Evaluates in a job, which is retried. */
        queueEvaluation: (scope: Scope) => services.jobs.send(evaluateJob, { organization_id: scope.organizationId }),
      },
      rawRoutes: [recommendationExport],
      jobs: [work(evaluateJob, deps), work(evaluateDailyJob, deps)],
    }
  },
})
