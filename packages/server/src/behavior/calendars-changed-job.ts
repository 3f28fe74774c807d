import * as z from 'zod'
import { defineJob } from '../platform/jobs.ts'
import type { ChangePipeline } from '../platform/pipeline.ts'

/** Runs what depends on the public holidays and days off of the teams after they were changed. */
export const calendarsChangedJob = defineJob({
  name: 'behavior-calendars-changed',
  input: z.object({ organization_id: z.uuid() }),
  retries: 4,
  run: ({ organization_id }, pipeline: ChangePipeline) =>
    pipeline.run('calendars', { organizationId: organization_id }),
})
