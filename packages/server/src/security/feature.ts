/** Security of an organization: its audit log, with checkpoints and exports that anyone can verify. */
import { defineFeature } from '../platform/feature.ts'
import { work } from '../platform/jobs.ts'
import { openSigningKey } from '../platform/signing-key.ts'
import { openCheckpointFiles } from './checkpoint-files.ts'
import { auditCheckpointJob } from './checkpoint-job.ts'
import { auditExport } from './export-audit.ts'
import { securityPolicies } from './policies/routes.ts'
import { security } from './routes.ts'

export const securityFeature = defineFeature({
  name: 'security',
  routes: { security, securityPolicies },
  start: ({ services: { state, config, secrets, now } }) => ({
    rawRoutes: [auditExport],
    jobs: [
      work(auditCheckpointJob, {
        database: state.database,
        files: openCheckpointFiles(config.dataFolder),
        signer: () => openSigningKey(config.dataFolder, secrets),
        now,
      }),
    ],
  }),
})
