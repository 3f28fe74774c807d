import type { Database } from '@kept/store/database/connect.ts'
import { rollUpLoads } from '@kept/store/ledger/roll-up.ts'
import type { Warehouse } from '@kept/store/warehouse/client.ts'
import type { ImportDeps } from '../deps.ts'
import { deliveryOpener } from '../open-delivery.ts'

/** The dependencies of an import in a test world: files by path, no other features. */
export function worldDeps(
  { database, warehouse }: { database: Database; warehouse: Warehouse },
  more: Partial<ImportDeps> = {},
): ImportDeps {
  return {
    database,
    warehouse,
    openDelivery: deliveryOpener({
      warehouse,
      pathOfUpload: () => {
        throw new Error('this test imports files by path')
      },
      environment: {},
    }),
    rollUp: (scope, ids, signal) => rollUpLoads(warehouse, scope, ids, signal),
    afterLoadsChanged: async () => undefined,
    now: () => new Date('2026-01-15T12:00:00Z'),
    count: () => undefined,
    logError: (error) => {
      throw error
    },
    ...more,
  }
}
