import * as z from 'zod'
import { forEachOrganization } from '../platform/each-organization.ts'
import { defineJob } from '../platform/jobs.ts'
import { type EvaluateDeps, evaluateOrganization } from './evaluate-organization.ts'

/** Daily for every organization: streamed metrics, verification windows and dismissals change without a new bill. */
export const evaluateDailyJob = defineJob({
  name: 'recommendations-evaluate-daily',
  input: z.object({}),
  retries: 2,
  cron: '40 3 * * *',
  run: async (_input, deps: EvaluateDeps, signal) => {
    await forEachOrganization(deps.database, signal, (scope) => evaluateOrganization(deps, scope, signal))
  },
})
