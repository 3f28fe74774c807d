/** Provisioning: an identity provider manages the users and groups of its organization (SCIM 2.0). */
import { peopleFeature } from '../people/feature.ts'
import { defineFeature } from '../platform/feature.ts'
import { provisioning } from './routes.ts'
import { scimRoutes } from './scim/routes.ts'

export const provisioningFeature = defineFeature({
  name: 'provisioning',
  dependsOn: [peopleFeature],
  routes: { provisioning },
  start: () => ({ rawRoutes: [scimRoutes] }),
})
