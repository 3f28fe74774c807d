/** Bringing bills in, put together from the parts a running Kept has. */
import type { Scope } from '@kept/domain/scope.ts'
import { rollUpLoads } from '@kept/store/ledger/roll-up.ts'
import type { Services } from '../platform/context.ts'
import { rowsImported } from '../platform/metrics.ts'
import { changedJob } from './changed-job.ts'
import type { IngestDoors } from './doors.ts'
import { importJob } from './import-job.ts'
import { deliveryOpener, type FetchFromConnection } from './open-delivery.ts'
import { removeCutOffUploads, sweepJob } from './sweep-job.ts'
import { uploadPath } from './upload-path.ts'

export type IngestParts = Pick<Services, 'state' | 'folder' | 'log' | 'now'>

/** `afterLoadsChanged` belongs to other features (findings): features are strangers, so the composer passes it in. */
export function ingestDoors(
  { state, folder, log, now }: IngestParts,
  afterLoadsChanged: (scope: Scope) => Promise<void>,
  fetchFromConnection?: FetchFromConnection,
): IngestDoors {
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
      for (const [outcome, many] of Object.entries(rows)) rowsImported.inc({ outcome }, many)
    },
    complain: (error, words) => log.error({ err: error }, words),
  }
}

/** Starts the jobs of this feature; the first sweep is queued at once. */
export async function startIngest(services: Services, doors: IngestDoors): Promise<void> {
  const { jobs, state, folder, config, log, now } = services
  await removeCutOffUploads(folder.uploads)
  await jobs.work(changedJob, doors)
  await jobs.work(importJob, doors)
  await jobs.work(sweepJob, {
    database: state.database,
    warehouse: state.warehouse,
    uploads: folder.uploads,
    keepReplacedDays: config.keepReplacedDays,
    pendingImports: async () => new Set((await jobs.pending(importJob)).map(({ import_id }) => import_id)),
    now,
    tell: (words, figures) => log.info(figures, words),
  })
  await jobs.send(sweepJob, {})
}
