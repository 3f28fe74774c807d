import * as z from 'zod'
import type { Services } from '../platform/context.ts'
import { defineJob } from '../platform/jobs.ts'
import { detectOrganization } from './detect-organization.ts'

type DetectNeeds = Pick<Services, 'state' | 'now' | 'log'> & {
  /** What follows from newly judged spend: budgets, deliveries. Other features', passed in by whoever composes. */
  afterDetection(scope: { organizationId: string }): Promise<void>
}

/** Anomalies of one organisation, judged anew; after its loads changed. */
export const detectJob = defineJob({
  name: 'detect-anomalies',
  input: z.object({ organization_id: z.uuid() }),
  retries: 4,
  run: async ({ organization_id }, needs: DetectNeeds, signal) => {
    const scope = { organizationId: organization_id }
    const saved = await detectOrganization(needs, scope, signal)
    needs.log.info({ organization_id, ...saved }, 'anomalies judged')
    await needs.afterDetection(scope)
  },
})
