/** A month settled from a bill that only the warehouse's reader understands. */
import type { SettledMonth } from '@kept/engine/savings/month/settle-month.ts'
import { setupOf } from '@kept/engine/savings/statement/statement-draft.ts'
import { settleFromBill } from '../../savings/settle-from-bill.ts'
import { readIntoEngine } from './read-into-engine.ts'
import { sha256 } from './statement-file.ts'
import type { VerifyRequest } from './verify-request.ts'

export function settleByEngine(request: VerifyRequest): Promise<{ settled: SettledMonth; rows: number }> {
  return readIntoEngine(request, async ({ warehouse, scope, loadIds, rows }) => ({
    settled: await settleFromBill(warehouse, scope, loadIds, setupOf(request.statement, sha256)),
    rows,
  }))
}
