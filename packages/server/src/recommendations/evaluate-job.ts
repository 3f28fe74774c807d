import * as z from 'zod'
import { defineJob } from '../platform/jobs.ts'
import { type EvaluateDeps, evaluateOrganization } from './evaluate-organization.ts'

/** Evaluates the recommendations of one organization. */
export const evaluateJob = defineJob({
  name: 'recommendations-evaluate',
  input: z.object({ organization_id: z.uuid() }),
  retries: 4,
  run: async ({ organization_id }, deps: EvaluateDeps, signal) => {
    await evaluateOrganization(deps, { organizationId: organization_id }, signal)
  },
})
