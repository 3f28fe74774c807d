import * as z from 'zod'
import type { Services } from '../platform/context.ts'
import { forEachOrganization } from '../platform/each-organization.ts'
import { defineJob } from '../platform/jobs.ts'
import { detectMetrics } from './detect-metrics.ts'

/** Evaluates streams with new points every five minutes. */
export const detectMetricsJob = defineJob({
  name: 'detect-metric-anomalies',
  input: z.object({}),
  retries: 1,
  cron: '*/5 * * * *',
  run: async (_input, services: Pick<Services, 'state' | 'now' | 'log'>, signal) => {
    await forEachOrganization(services.state.database, signal, async (scope) => {
      const evaluated = await detectMetrics(services, scope, signal)
      if (evaluated.streams > 0)
        services.log.info(
          { event: 'metric_anomalies.detected', organization_id: scope.organizationId, ...evaluated },
          'detected metric anomalies',
        )
    })
  },
})
