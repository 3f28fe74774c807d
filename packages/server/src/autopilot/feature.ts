/** Recommendations that Kept carries out by itself, within the policies of an organization. */
import type { Scope } from '@kept/domain/scope.ts'
import { defineFeature } from '../platform/feature.ts'
import { work } from '../platform/jobs.ts'
import { remediationFeature } from '../remediation/feature.ts'
import { advanceOrganization, autopilotJob } from './autopilot-job.ts'
import { holdDeletion } from './guard-deletion.ts'
import { autopilot } from './routes.ts'

export const autopilotFeature = defineFeature({
  name: 'autopilot',
  dependsOn: [remediationFeature],
  routes: { autopilot },
  start({ services }, { remediation }) {
    remediation.guardDeletions((tx, stored) => holdDeletion(tx, stored, services.now()))
    return {
      api: {
        /** Starts what is due and continues what goes on, now instead of at the next minute. */
        advance: (scope: Scope) => advanceOrganization(services, scope),
      },
      jobs: [work(autopilotJob, services)],
    }
  },
})
