/** Dependencies of savings. The commission rule comes from another feature. */
import type { CommissionRule } from '@kept/domain/commission.ts'
import type { Month } from '@kept/domain/hour.ts'
import type { Scope } from '@kept/domain/scope.ts'
import type { CalculatedMonth } from '@kept/engine/savings/month/calculate-month.ts'
import type { MonthSetup } from '@kept/engine/savings/month/setup.ts'
import type { Signer } from '@kept/engine/savings/statement/sign-statement.ts'
import type { Database } from '@kept/store/database/connect.ts'
import type { Warehouse } from '@kept/store/warehouse/client.ts'
import type { Checkpoints } from './checkpoints.ts'

/** What is needed to look for an action in the bill. */
export type FreezeDeps = Pick<SavingsDeps, 'database' | 'warehouse' | 'now'>

export interface SavingsDeps {
  database: Database
  warehouse: Warehouse
  signer: Signer
  checkpoints: Checkpoints
  now(): Date
  /** Calculates a month from the lines of these loads. */
  calculateMonth(scope: Scope, loadIds: readonly string[], setup: MonthSetup): Promise<CalculatedMonth>
  /** The customer's commission rule for a month, in the currency of the savings. */
  ruleFor(scope: Scope, month: Month, currency: string): Promise<CommissionRule>
}
