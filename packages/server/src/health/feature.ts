/** Whether each part of this Kept is up. */
import { defineFeature } from '../platform/feature.ts'
import { work } from '../platform/jobs.ts'
import { dependencies } from './dependencies/routes.ts'
import { measureStorageJob } from './measure-storage-job.ts'
import { checkParts } from './parts.ts'
import { health } from './routes.ts'

export const healthFeature = defineFeature({
  name: 'health',
  routes: { dependencies, health },
  start: ({ services }) => ({
    api: { checkParts: () => checkParts(services) },
    jobs: [work(measureStorageJob, services)],
  }),
})
