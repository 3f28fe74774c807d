/** Calculates a month from a bill that only the warehouse can read. */
import type { CalculatedMonth } from '@kept/engine/savings/month/calculate-month.ts'
import { setupOf } from '@kept/engine/savings/statement/statement-draft.ts'
import { hoursOfMonth } from '@kept/foundation/calendar/hour.ts'
import { calculateFromBill } from '../../savings/calculate-from-bill.ts'
import { readIntoEngine } from './read-into-engine.ts'
import { sha256 } from './statement-file.ts'
import type { VerifyRequest } from './verify-request.ts'

export interface Settled {
  calculated: CalculatedMonth
  rows: number
  /** Rows of other months that could not be read. */
  passedOver: number
}

export function calculateByEngine(request: VerifyRequest): Promise<Settled> {
  const span = hoursOfMonth(request.statement.period)
  return readIntoEngine({ ...request, span }, async ({ warehouse, scope, loadIds, rows, passedOver }) => ({
    calculated: await calculateFromBill(warehouse, scope, loadIds, setupOf(request.statement, sha256)),
    rows,
    passedOver,
  }))
}
