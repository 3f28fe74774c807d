import { listOrganizations } from '@kept/store/organizations/list.ts'
import * as z from 'zod'
import { defineJob } from '../platform/jobs.ts'
import { type JudgeDoors, judgeOrganization } from './judge-organization.ts'

/** Once a day for everybody: metrics trickle in, watches end, dismissals run out without any bill having come. */
export const judgeDailyJob = defineJob({
  name: 'judge-daily',
  input: z.object({}),
  retries: 2,
  every: '40 3 * * *',
  run: async (_input, doors: JudgeDoors, signal) => {
    for (const { id } of await listOrganizations(doors.database)) {
      signal.throwIfAborted()
      await judgeOrganization(doors, { organizationId: id }, signal)
    }
  },
})
