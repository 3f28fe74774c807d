/** Live connections to clouds, read on a schedule. */
import { connectionsFeature } from '../connections/feature.ts'
import { defineFeature } from '../platform/feature.ts'
import { work } from '../platform/jobs.ts'
import { syncDueJob, syncJob } from './jobs.ts'
import { sync } from './routes.ts'

export const syncFeature = defineFeature({
  name: 'sync',
  dependsOn: [connectionsFeature],
  routes: { sync },
  start: ({ services, pipeline }) => ({
    jobs: [work(syncJob, { ...services, pipeline }), work(syncDueJob, services)],
  }),
})
