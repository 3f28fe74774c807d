import { listOrganizations } from '@kept/store/organizations/list.ts'
import * as z from 'zod'
import { defineJob } from '../platform/jobs.ts'
import { type EvaluateDeps, evaluateOrganization } from './evaluate-organization.ts'

/** Daily for every organization: streamed metrics, verification windows and dismissals change without a new bill. */
export const evaluateDailyJob = defineJob({
  name: 'recommendations-evaluate-daily',
  input: z.object({}),
  retries: 2,
  cron: '40 3 * * *',
  run: async (_input, deps: EvaluateDeps, signal) => {
    for (const { id } of await listOrganizations(deps.database)) {
      signal.throwIfAborted()
      await evaluateOrganization(deps, { organizationId: id }, signal)
    }
  },
})
