import { listOrganizations } from '@kept/store/organizations/list.ts'
import * as z from 'zod'
import type { Services } from '../platform/context.ts'
import { defineJob } from '../platform/jobs.ts'
import { detectMetrics } from './detect-metrics.ts'

/** Evaluates streams with new points every five minutes. */
export const detectMetricsJob = defineJob({
  name: 'detect-metric-anomalies',
  input: z.object({}),
  retries: 1,
  cron: '*/5 * * * *',
  run: async (_input, services: Pick<Services, 'state' | 'now' | 'log'>, signal) => {
    for (const { id } of await listOrganizations(services.state.database)) {
      signal.throwIfAborted()
      const evaluated = await detectMetrics(services, { organizationId: id }, signal)
      if (evaluated.streams > 0)
        services.log.info(
          { event: 'metric_anomalies.detected', organization_id: id, ...evaluated },
          'detected metric anomalies',
        )
    }
  },
})
