/** Alert rules, channels and their deliveries. */
import { defineFeature } from '../platform/feature.ts'
import { work } from '../platform/jobs.ts'
import { deliverJob } from './deliver-job.ts'
import { pruneAlertsJob, startRouting } from './route-alerts.ts'
import { alerts } from './routes.ts'

export const alertsFeature = defineFeature({
  name: 'alerts',
  routes: { alerts },
  start({ services }) {
    const { tick, stop } = startRouting(services)
    return { api: { tick }, jobs: [work(deliverJob, services), work(pruneAlertsJob, services)], stop }
  },
})
