import * as z from 'zod'
import { defineJob } from './jobs.ts'
import type { Change, ChangePipeline } from './pipeline.ts'

/** A job that runs what depends on an organization's data after this change of it. */
export function defineChangedJob(name: `${string}-changed`, change: Change) {
  return defineJob({
    name,
    input: z.object({ organization_id: z.uuid() }),
    retries: 4,
    run: ({ organization_id }, pipeline: ChangePipeline) => pipeline.run(change, { organizationId: organization_id }),
  })
}
