import { defineChangedJob } from '../platform/changed-job.ts'

/** After a metrics file was imported. Streamed points are evaluated daily. */
export const metricsChangedJob = defineChangedJob('metrics-changed', 'metrics')
