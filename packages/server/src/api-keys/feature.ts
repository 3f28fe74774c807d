/** API keys, and callers who show one. */
import { organizationsFeature } from '../organizations/feature.ts'
import { defineFeature } from '../platform/feature.ts'
import { identifyApiKey } from './identify-api-key.ts'
import { apiKeys } from './routes.ts'

export const apiKeysFeature = defineFeature({
  name: 'api-keys',
  dependsOn: [organizationsFeature],
  routes: { apiKeys },
  start: ({ services }) => ({ identify: (request) => identifyApiKey(request, services) }),
})
