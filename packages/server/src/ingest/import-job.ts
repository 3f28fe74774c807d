import * as z from 'zod'
import { defineJob } from '../platform/jobs.ts'
import type { IngestDoors } from './doors.ts'
import { runImport } from './run-import.ts'

/** One delivery, read in the background. Two at a time in one process: a large one must not hold up a small one. */
export const importJob = defineJob({
  name: 'import',
  input: z.object({ organization_id: z.uuid(), import_id: z.uuid() }),
  retries: 8,
  concurrency: 2,
  run: ({ organization_id, import_id }, doors: IngestDoors, signal, { last }) =>
    runImport(doors, { organizationId: organization_id }, import_id, { signal, last }),
})
