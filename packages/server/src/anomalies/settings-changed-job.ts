import { defineChangedJob } from '../platform/changed-job.ts'

/** After an organization changed what counts as an anomaly. */
export const anomalySettingsChangedJob = defineChangedJob('anomaly-settings-changed', 'anomaly settings')
