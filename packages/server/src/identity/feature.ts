/** Sign-in, sessions, second factors and the setup of the first operator. */
import { organizationsFeature } from '../organizations/feature.ts'
import { peopleFeature } from '../people/feature.ts'
import { defineFeature } from '../platform/feature.ts'
import { work } from '../platform/jobs.ts'
import { accountEmailJob } from './account-email-job.ts'
import { identifyPerson, recallSession } from './identify.ts'
import { session } from './me-route.ts'
import { oauthCallback } from './oauth/callback.ts'
import { auth } from './routes.ts'
import { finishBackgroundTasks } from './run-in-background.ts'
import { singleSignOn } from './saml/provider-routes.ts'
import { samlRoutes } from './saml/routes.ts'
import { setupLink } from './setup.ts'
import { sweepJob } from './sweep-job.ts'

export const identityFeature = defineFeature({
  name: 'identity',
  dependsOn: [peopleFeature, organizationsFeature],
  routes: { auth, session, singleSignOn },
  start({ services }) {
    let link: string | undefined
    return {
      api: {
        recallSession: (id: string, ip: string) => recallSession(services, id, ip),
        /** The setup link, while there is no operator. */
        setupLink: () => link,
      },
      identify: (_request, visit) => identifyPerson(services, visit),
      rawRoutes: [oauthCallback, samlRoutes],
      jobs: [work(sweepJob, services), work(accountEmailJob, services)],
      // The link contains the server's address.
      async afterListen() {
        link = await setupLink(services)
        if (!link) return
        const message = 'this installation has no operator yet: open the link to create the operator account'
        services.log.warn({ event: 'setup.pending', link }, message)
      },
      stop: () => finishBackgroundTasks(services),
    }
  },
})
