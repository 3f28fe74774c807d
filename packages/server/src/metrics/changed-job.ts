import * as z from 'zod'
import { defineJob } from '../platform/jobs.ts'
import type { ChangePipeline } from '../platform/pipeline.ts'

/** Runs what depends on metrics after a metrics file was imported. Streamed points are evaluated daily. */
export const metricsChangedJob = defineJob({
  name: 'metrics-changed',
  input: z.object({ organization_id: z.uuid() }),
  retries: 4,
  run: ({ organization_id }, pipeline: ChangePipeline) => pipeline.run('metrics', { organizationId: organization_id }),
})
