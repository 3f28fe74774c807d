/** Live connections to clouds, read on a schedule. */
import { behaviorFeature } from '../behavior/feature.ts'
import { connectionsFeature } from '../connections/feature.ts'
import { importsFeature } from '../imports/feature.ts'
import { defineFeature } from '../platform/feature.ts'
import { work } from '../platform/jobs.ts'
import { simulationFeature } from '../simulation/feature.ts'
import { syncDueJob, syncJob } from './jobs.ts'
import { sync } from './routes.ts'

export const syncFeature = defineFeature({
  name: 'sync',
  dependsOn: [connectionsFeature, importsFeature, behaviorFeature, simulationFeature],
  routes: { sync },
  start: ({ services, pipeline }, { imports, behavior }) => ({
    jobs: [
      work(syncJob, {
        ...services,
        pipeline,
        importExport: imports.importExport,
        importActivity: behavior.importActivity,
      }),
      work(syncDueJob, services),
    ],
  }),
})
