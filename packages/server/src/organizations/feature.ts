/** Organizations: membership, domains and identity providers. */
import { peopleFeature } from '../people/feature.ts'
import { defineFeature } from '../platform/feature.ts'
import { work } from '../platform/jobs.ts'
import { securityFeature } from '../security/feature.ts'
import { recheckDomainsJob } from './domains.ts'
import { organizations } from './routes.ts'

export const organizationsFeature = defineFeature({
  name: 'organizations',
  dependsOn: [peopleFeature, securityFeature],
  routes: { organizations },
  start: ({ services }) => ({ jobs: [work(recheckDomainsJob, services)] }),
})
