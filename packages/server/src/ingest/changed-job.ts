import * as z from 'zod'
import { defineJob } from '../platform/jobs.ts'
import type { IngestDoors } from './doors.ts'

/** What is visible has changed without an import having run (one was undone): findings are judged anew. */
export const changedJob = defineJob({
  name: 'loads-changed',
  input: z.object({ organization_id: z.uuid() }),
  retries: 4,
  run: ({ organization_id }, doors: IngestDoors) => doors.afterLoadsChanged({ organizationId: organization_id }),
})
