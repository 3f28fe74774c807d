/** Metrics: imported files and streamed points. */
import { defineFeature } from '../platform/feature.ts'
import { work } from '../platform/jobs.ts'
import { metricsChangedJob } from './changed-job.ts'
import { metrics } from './routes.ts'
import { metricStreams } from './streams.ts'

export const metricsFeature = defineFeature({
  name: 'metrics',
  routes: { metrics },
  start: ({ pipeline }) => ({
    rawRoutes: [metricStreams],
    jobs: [work(metricsChangedJob, pipeline)],
  }),
})
