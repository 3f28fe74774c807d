import * as z from 'zod'
import { defineJob } from '../platform/jobs.ts'
import type { ChangePipeline } from '../platform/pipeline.ts'

/** Runs what depends on the inventory after one was imported. */
export const factsChangedJob = defineJob({
  name: 'inventory-changed',
  input: z.object({ organization_id: z.uuid() }),
  retries: 4,
  run: ({ organization_id }, pipeline: ChangePipeline) =>
    pipeline.run('inventory', { organizationId: organization_id }),
})
