/** The marketing site: its forms, the newsletter and the status page. */

import { healthFeature } from '../health/feature.ts'
import { operatorFeature } from '../operator/feature.ts'
import { defineFeature } from '../platform/feature.ts'
import { work } from '../platform/jobs.ts'
import { openSite } from '../platform/site.ts'
import { contactRoutes } from './contact.ts'
import { newsletterRoutes } from './newsletter.ts'
import { watchStatus } from './status-monitor.ts'
import { statusMarkup } from './status-page.ts'
import { sweepNewsletterJob } from './sweep-job.ts'

export const siteFeature = defineFeature({
  name: 'site',
  dependsOn: [operatorFeature, healthFeature],
  start({ services, operatorToken }, { health }) {
    const { config, origin } = services
    const site = openSite(() => ({ origin: origin(), contact: config.contactEmail, operator: config.operatorName }), {
      '/status': async () => ({ status: await statusMarkup(services, health.checkParts) }),
    })
    const { stop } = watchStatus(services, health.checkParts)
    return {
      /** The built pages; undefined when the site was not built. */
      api: { pages: () => site },
      rawRoutes: [newsletterRoutes(services, operatorToken, site), contactRoutes(site)],
      jobs: [work(sweepNewsletterJob, services)],
      stop,
    }
  },
})
