import * as z from 'zod'
import { defineJob } from '../platform/jobs.ts'
import type { ImportDeps } from './deps.ts'
import { runImport } from './run-import.ts'

/** Runs an import in the background. Two at a time per process, so that a large one does not block a small one. */
export const importJob = defineJob({
  name: 'import',
  input: z.object({ organization_id: z.uuid(), import_id: z.uuid() }),
  retries: 8,
  concurrency: 2,
  run: ({ organization_id, import_id }, deps: ImportDeps, signal, { last }) =>
    runImport(deps, { organizationId: organization_id }, import_id, { signal, last }),
})
