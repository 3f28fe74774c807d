/** API keys, and callers who show one. */
import { defineFeature } from '../platform/feature.ts'
import { identifyApiKey } from './identify-api-key.ts'
import { apiKeys } from './routes.ts'

export const apiKeysFeature = defineFeature({
  name: 'api-keys',
  routes: { apiKeys },
  start: ({ services }) => ({ identify: (request) => identifyApiKey(request, services) }),
})
