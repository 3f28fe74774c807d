/** Anomalies of costs and metrics. */

import type { Scope } from '@kept/domain/scope.ts'
import { defineFeature } from '../platform/feature.ts'
import { work } from '../platform/jobs.ts'
import { detectMetrics } from './detect-metrics.ts'
import { detectMetricsJob } from './detect-metrics-job.ts'
import { detectOrganization } from './detect-organization.ts'
import { anomalies } from './routes.ts'
import { anomalySettingsChangedJob } from './settings-changed-job.ts'

export const anomaliesFeature = defineFeature({
  name: 'anomalies',
  routes: { anomalies },
  start: ({ services, pipeline }) => ({
    api: {
      /** Detects the cost anomalies of one organization. */
      async detect(scope: Scope, signal?: AbortSignal): Promise<void> {
        const saved = await detectOrganization(services, scope, signal)
        const fields = { event: 'anomalies.detected', organization_id: scope.organizationId, ...saved }
        services.log.info(fields, 'detected anomalies')
      },
      /** Evaluates its metric streams with new points. */
      async detectMetrics(scope: Scope): Promise<void> {
        await detectMetrics(services, scope)
      },
    },
    jobs: [work(detectMetricsJob, services), work(anomalySettingsChangedJob, pipeline)],
  }),
})
