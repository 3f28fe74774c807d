/** A month settled from a bill that only the warehouse's reader understands. */
import { hoursOfMonth } from '@kept/domain/hour.ts'
import type { SettledMonth } from '@kept/engine/savings/month/settle-month.ts'
import { setupOf } from '@kept/engine/savings/statement/statement-draft.ts'
import { settleFromBill } from '../../savings/settle-from-bill.ts'
import { readIntoEngine } from './read-into-engine.ts'
import { sha256 } from './statement-file.ts'
import type { VerifyRequest } from './verify-request.ts'

export interface Settled {
  settled: SettledMonth
  rows: number
  /** Rows of other months that could not be read. */
  passedOver: number
}

export function settleByEngine(request: VerifyRequest): Promise<Settled> {
  const span = hoursOfMonth(request.statement.period)
  return readIntoEngine({ ...request, span }, async ({ warehouse, scope, loadIds, rows, passedOver }) => ({
    settled: await settleFromBill(warehouse, scope, loadIds, setupOf(request.statement, sha256)),
    rows,
    passedOver,
  }))
}
