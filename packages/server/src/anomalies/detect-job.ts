import * as z from 'zod'
import type { Services } from '../platform/context.ts'
import { defineJob } from '../platform/jobs.ts'
import { detectOrganization } from './detect-organization.ts'

type DetectNeeds = Pick<Services, 'state' | 'now' | 'log'> & {
  /** Runs after detection: budgets and deliveries, passed in by the composition root. */
  afterDetection(scope: { organizationId: string }): Promise<void>
}

/** Detects the cost anomalies of one organization, after its loads changed. */
export const detectJob = defineJob({
  name: 'detect-anomalies',
  input: z.object({ organization_id: z.uuid() }),
  retries: 4,
  run: async ({ organization_id }, needs: DetectNeeds, signal) => {
    const scope = { organizationId: organization_id }
    const saved = await detectOrganization(needs, scope, signal)
    needs.log.info({ event: 'anomalies.detected', organization_id, ...saved }, 'detected anomalies')
    await needs.afterDetection(scope)
  },
})
