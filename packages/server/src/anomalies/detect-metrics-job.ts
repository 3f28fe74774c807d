import { listOrganizations } from '@kept/store/organizations/list.ts'
import * as z from 'zod'
import type { Services } from '../platform/context.ts'
import { defineJob } from '../platform/jobs.ts'
import { detectMetrics } from './detect-metrics.ts'

/** Points trickle in; every five minutes those that came are judged. */
export const detectMetricsJob = defineJob({
  name: 'detect-metric-anomalies',
  input: z.object({}),
  retries: 1,
  every: '*/5 * * * *',
  run: async (_input, services: Pick<Services, 'state' | 'now' | 'log'>, signal) => {
    for (const { id } of await listOrganizations(services.state.database)) {
      signal.throwIfAborted()
      const judged = await detectMetrics(services, { organizationId: id }, signal)
      if (judged.streams > 0) services.log.info({ organization_id: id, ...judged }, 'metrics judged')
    }
  },
})
