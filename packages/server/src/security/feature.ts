/** Security of an organization: its audit log, with checkpoints and exports that anyone can verify. */
import type { Scope } from '@kept/domain/scope.ts'
import { scanKinds } from '@kept/domain/security-scan.ts'
import { lastScans } from '@kept/store/security/scans.ts'
import { peopleFeature } from '../people/feature.ts'
import { defineFeature } from '../platform/feature.ts'
import { work } from '../platform/jobs.ts'
import { openSigningKey } from '../platform/signing-key.ts'
import { accessControls } from './access-controls.ts'
import { auditVerificationJob } from './audit-verification-job.ts'
import { openCheckpointFiles } from './checkpoint-files.ts'
import { auditCheckpointJob } from './checkpoint-job.ts'
import { complianceDownloads } from './compliance/downloads.ts'
import { securityCompliance } from './compliance/routes.ts'
import { auditExport } from './export-audit.ts'
import { postmortemDownload } from './incidents/postmortem-download.ts'
import { actionMailJob, actionReminderJob } from './incidents/remind-of-actions.ts'
import { securityIncidents } from './incidents/routes.ts'
import { requiredTags } from './policies/required-tags.ts'
import { retentionJob } from './policies/retention.ts'
import { securityPolicies } from './policies/routes.ts'
import { reviewJob } from './reviews/jobs.ts'
import { reviewMailJob } from './reviews/notify-reviewers.ts'
import { accessReviews } from './reviews/routes.ts'
import { security } from './routes.ts'
import { scanDailyJob, scanJob, scanOrganization } from './scans/jobs.ts'
import { securityScans } from './scans/routes.ts'
import { scheduledScansJob } from './scans/schedules.ts'
import { recordScoreNow, scoreJob } from './score/score-history.ts'
import { auditStreamsJob } from './streams/deliver-streams.ts'
import { auditStreams } from './streams/routes.ts'
import { foldUsesJob } from './usage/fold-uses-job.ts'

export const securityFeature = defineFeature({
  name: 'security',
  dependsOn: [peopleFeature],
  routes: {
    ...{ security, securityPolicies, securityIncidents, securityScans, securityCompliance, accessControls },
    ...{ accessReviews, requiredTags, auditStreams },
  },
  start: ({ services: { state, config, secrets, now, jobs, mail, origin, log } }) => ({
    api: {
      /** Later scans and scores are the jobs'. */
      async seedDemo(scope: Scope): Promise<void> {
        const scanned = await state.database.scoped(scope, lastScans)
        if (scanned.length < scanKinds.length) await scanOrganization({ database: state.database, now }, scope)
        await recordScoreNow({ database: state.database, now }, scope, true)
      },
    },
    rawRoutes: [auditExport, complianceDownloads, postmortemDownload],
    jobs: [
      work(retentionJob, { database: state.database, warehouse: state.warehouse, now }),
      work(reviewJob, { database: state.database, jobs, now }),
      work(reviewMailJob, { mail, origin }),
      work(actionReminderJob, { database: state.database, jobs, now }),
      work(actionMailJob, { mail, origin }),
      work(scanJob, { database: state.database, now }),
      work(scanDailyJob, { database: state.database, jobs, now }),
      work(scoreJob, { database: state.database, now }),
      work(foldUsesJob, { database: state.database, now }),
      work(scheduledScansJob, { database: state.database, jobs, now }),
      work(auditStreamsJob, { database: state.database, config, secrets, now, origin, log }),
      work(auditCheckpointJob, {
        database: state.database,
        files: openCheckpointFiles(config.sharedFolder),
        signer: () => openSigningKey(config.sharedFolder, secrets),
        now,
      }),
      work(auditVerificationJob, {
        database: state.database,
        files: openCheckpointFiles(config.sharedFolder),
        publicKey: () => openSigningKey(config.sharedFolder, secrets).publicKey,
        now,
      }),
    ],
  }),
})
