/** Composes the import feature from the services of a running server. */
import type { Scope } from '@kept/domain/scope.ts'
import { rollUpLoads } from '@kept/store/ledger/roll-up.ts'
import type { Services } from '../platform/context.ts'
import { rowsImported } from '../platform/metrics.ts'
import { changedJob } from './changed-job.ts'
import type { IngestDeps } from './deps.ts'
import { importJob } from './import-job.ts'
import { deliveryOpener, type FetchFromConnection } from './open-delivery.ts'
import { removeCutOffUploads, sweepJob } from './sweep-job.ts'
import { uploadPath } from './upload-path.ts'

type IngestParts = Pick<Services, 'state' | 'folder' | 'log' | 'now'>

/** `afterLoadsChanged` is passed in because features do not import each other. */
export function ingestDeps(
  { state, folder, log, now }: IngestParts,
  afterLoadsChanged: (scope: Scope) => Promise<void>,
  fetchFromConnection?: FetchFromConnection,
): IngestDeps {
  return {
    database: state.database,
    warehouse: state.warehouse,
    openDelivery: deliveryOpener({
      warehouse: state.warehouse,
      pathOfUpload: (id) => uploadPath(folder, id),
      environment: process.env,
      ...(fetchFromConnection && { fetchFromConnection }),
    }),
    rollUp: (scope, loadIds, signal) => rollUpLoads(state.warehouse, scope, loadIds, signal),
    afterLoadsChanged,
    now,
    count(rows) {
      for (const [outcome, rowCount] of Object.entries(rows)) rowsImported.inc({ outcome }, rowCount)
    },
    logError: (error, event, message) => log.error({ event, err: error }, message),
  }
}

/** Starts the jobs of this feature; the first sweep is queued at once. */
export async function startIngest(services: Services, deps: IngestDeps): Promise<void> {
  const { jobs, state, folder, config, log, now } = services
  await removeCutOffUploads(folder.uploads)
  await jobs.work(changedJob, deps)
  await jobs.work(importJob, deps)
  await jobs.work(sweepJob, {
    database: state.database,
    warehouse: state.warehouse,
    uploads: folder.uploads,
    replacedRetentionDays: config.replacedRetentionDays,
    pendingImports: async () => new Set((await jobs.pending(importJob)).map(({ import_id }) => import_id)),
    now,
    logInfo: (event, fields) => log.info({ event, ...fields }),
  })
  await jobs.send(sweepJob, {})
}
