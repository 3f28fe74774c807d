/** Stored access to customers' storage. */
import { federationFeature } from '../federation/feature.ts'
import { defineFeature } from '../platform/feature.ts'
import { connections } from './routes.ts'

export const connectionsFeature = defineFeature({
  name: 'connections',
  dependsOn: [federationFeature],
  routes: { connections },
})
