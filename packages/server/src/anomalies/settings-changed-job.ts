import * as z from 'zod'
import { defineJob } from '../platform/jobs.ts'
import type { ChangePipeline } from '../platform/pipeline.ts'

/** Looks at the costs again after an organization changed what counts as an anomaly. */
export const anomalySettingsChangedJob = defineJob({
  name: 'anomaly-settings-changed',
  input: z.object({ organization_id: z.uuid() }),
  retries: 4,
  run: ({ organization_id }, pipeline: ChangePipeline) =>
    pipeline.run('anomaly settings', { organizationId: organization_id }),
})
