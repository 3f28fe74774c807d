/** Live connections to clouds, read on a schedule. */
import type { Scope } from '@kept/domain/scope.ts'
import { behaviorFeature } from '../behavior/feature.ts'
import { connectionsFeature } from '../connections/feature.ts'
import { federationFeature } from '../federation/feature.ts'
import { importsFeature } from '../imports/feature.ts'
import { defineFeature } from '../platform/feature.ts'
import { work } from '../platform/jobs.ts'
import { simulationFeature } from '../simulation/feature.ts'
import { checkConnection } from './check-connection.ts'
import { syncDueJob, syncJob } from './jobs.ts'
import { sync } from './routes.ts'
import { readSealedAccess } from './sealed-access.ts'

export const syncFeature = defineFeature({
  name: 'sync',
  dependsOn: [connectionsFeature, importsFeature, behaviorFeature, simulationFeature, federationFeature],
  routes: { sync },
  start: ({ services, pipeline }, { imports, behavior }) => ({
    api: {
      /** Stores what a connection may read, as the button on its page does. */
      async check(scope: Scope, id: string): Promise<void> {
        await checkConnection(services, scope, id, await readSealedAccess(services, scope, id))
      },
    },
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
