/** Resources of the bill joined with the inventory. */
import type { Scope } from '@kept/domain/scope.ts'
import { syncResources } from '@kept/store/resources/sync.ts'
import { defineFeature } from '../platform/feature.ts'
import { work } from '../platform/jobs.ts'
import { factsChangedJob } from './changed-job.ts'
import { inventoryImport } from './import-inventory.ts'
import { resourcesCsv } from './list-csv.ts'
import { resources } from './routes.ts'

export const resourcesFeature = defineFeature({
  name: 'resources',
  routes: { resources },
  start: ({ services: { state, log }, pipeline }) => ({
    api: {
      /** Updates the resources from the current loads. */
      async sync(scope: Scope): Promise<void> {
        const synced = await syncResources(state.database, state.warehouse, scope)
        const fields = { event: 'resources.synced', organization_id: scope.organizationId, ...synced }
        log.info(fields, 'synced resources with the bill')
      },
    },
    rawRoutes: [resourcesCsv, inventoryImport],
    jobs: [work(factsChangedJob, pipeline)],
  }),
})
