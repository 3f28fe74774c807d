/** Alert rules, channels and their deliveries. */
import type { Scope } from '@kept/domain/scope.ts'
import { defineFeature } from '../platform/feature.ts'
import { work } from '../platform/jobs.ts'
import { deliverJob } from './deliver-job.ts'
import { pruneAlertsJob, startRouting } from './route-alerts.ts'
import { alerts } from './routes.ts'
import { type ReportMessage, sendReport } from './send-report.ts'

export const alertsFeature = defineFeature({
  name: 'alerts',
  routes: { alerts },
  start({ services }) {
    const { tick, stop } = startRouting(services)
    return {
      api: {
        tick,
        sendReport: (scope: Scope, channelId: string, message: ReportMessage) =>
          sendReport(services, scope, channelId, message),
      },
      jobs: [work(deliverJob, services), work(pruneAlertsJob, services)],
      stop,
    }
  },
})
