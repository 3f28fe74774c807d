/** Creates the dependencies of an import from the services of a running server. */
import type { Scope } from '@kept/domain/scope.ts'
import { rollUpLoads } from '@kept/store/ledger/roll-up.ts'
import type { Services } from '../platform/context.ts'
import { rowsImported } from '../platform/metrics.ts'
import { uploadPath } from '../platform/upload-path.ts'
import type { ImportDeps } from './deps.ts'
import { deliveryOpener, type FetchFromConnection } from './open-delivery.ts'

type ImportParts = Pick<Services, 'state' | 'folder' | 'log' | 'now'>

/** `afterLoadsChanged` runs what depends on the loads. */
export function importDeps(
  { state, folder, log, now }: ImportParts,
  afterLoadsChanged: (scope: Scope) => Promise<void>,
  fetchFromConnection?: FetchFromConnection,
): ImportDeps {
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
