import * as z from 'zod'
import { defineJob } from '../platform/jobs.ts'
import { type JudgeDoors, judgeOrganization } from './judge-organization.ts'

/** Findings of one organisation, judged anew. */
export const judgeJob = defineJob({
  name: 'judge',
  input: z.object({ organization_id: z.uuid() }),
  retries: 4,
  run: async ({ organization_id }, doors: JudgeDoors, signal) => {
    await judgeOrganization(doors, { organizationId: organization_id }, signal)
  },
})
