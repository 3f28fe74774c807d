/** Export and deletion of organizations and accounts. */
import { defineFeature } from '../platform/feature.ts'
import { work } from '../platform/jobs.ts'
import { deletionMailJob } from './deletion-mail.ts'
import { accountExport } from './export-account.ts'
import { organizationExport } from './export-organization.ts'
import { carryOutDeletions, deletionJob } from './jobs.ts'
import { deletion } from './routes.ts'

export const deletionFeature = defineFeature({
  name: 'deletion',
  routes: { deletion },
  start: ({ services }) => ({
    api: { carryOutDeletions: (signal?: AbortSignal) => carryOutDeletions(services, signal) },
    rawRoutes: [organizationExport, accountExport],
    jobs: [work(deletionJob, services), work(deletionMailJob, services)],
  }),
})
