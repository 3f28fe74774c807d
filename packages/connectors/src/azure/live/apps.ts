/** App Service plans, apps and functions. */
import * as z from 'zod'
import { attributes } from '../../live-item.ts'
import { definePort } from './define-port.ts'
import { functionAccess, isFunctionApp } from './function-access.ts'
import { azureItem, readProperties } from './resource.ts'
import { runtimeOf } from './runtime.ts'

export const appsPort = definePort({
  dataset: 'apps',
  unlocks: 'Empty and idle App Service plans',
  queries: [
    {
      type: 'microsoft.web/serverfarms',
      action: 'Microsoft.Web/serverfarms/read',
      reason: 'Lists App Service plans with the number of their apps.',
      toItems(resource, location) {
        const { numberOfSites, numberOfWorkers, status } = readProperties(resource, {
          numberOfSites: z.number(),
          numberOfWorkers: z.number(),
          status: z.string(),
        })
        return [
          azureItem(resource, location, {
            type: 'App Service plan',
            service: 'Azure App Service',
            state: (status ?? '').toLowerCase(),
            attributes: attributes({ apps: numberOfSites, instances: numberOfWorkers, tier: resource.sku?.tier }),
          }),
        ]
      },
    },
    {
      type: 'microsoft.web/sites',
      action: 'Microsoft.Web/sites/read',
      reason: 'Lists apps with their plan.',
      details: [functionAccess],
      hasDetails: isFunctionApp,
      toItems(resource, location, details = {}) {
        const { state, serverFarmId } = readProperties(resource, { state: z.string(), serverFarmId: z.string() })
        return [
          azureItem(resource, location, {
            type: isFunctionApp(resource) ? 'Function' : 'Web app',
            service: 'Azure App Service',
            state: (state ?? '').toLowerCase(),
            attributes: attributes({ ...details, public: details.public, runtime: runtimeOf(resource) }),
            relations: serverFarmId ? [{ kind: 'member_of', resource_id: serverFarmId }] : [],
          }),
        ]
      },
    },
  ],
})
