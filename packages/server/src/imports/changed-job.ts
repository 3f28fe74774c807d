import * as z from 'zod'
import { defineJob } from '../platform/jobs.ts'
import type { ImportDeps } from './deps.ts'

/** Evaluates recommendations again after visible loads changed without an import, such as after an undo. */
export const changedJob = defineJob({
  name: 'loads-changed',
  input: z.object({ organization_id: z.uuid() }),
  retries: 4,
  run: ({ organization_id }, deps: ImportDeps) => deps.afterLoadsChanged({ organizationId: organization_id }),
})
