/** Kept as an issuer of OpenID Connect: clouds trust its tokens for one connection, so that no key is stored. */
import { defineFeature } from '../platform/feature.ts'
import { work } from '../platform/jobs.ts'
import { rotateKeysJob } from './rotate-job.ts'
import { discoveryRoutes } from './routes.ts'
import { listKeys } from './signing-keys.ts'

export const federationFeature = defineFeature({
  name: 'federation',
  start: ({ services }) => {
    const { config, secrets, now } = services
    // Seals them again after the key of this Kept was changed, while the previous one is still set.
    listKeys({ sharedFolder: config.sharedFolder, secrets, now })
    return { rawRoutes: [discoveryRoutes], jobs: [work(rotateKeysJob, services)] }
  },
})
