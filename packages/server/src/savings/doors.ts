/** What the savings feature works with; the commission is a stranger, so its rule is asked for through here. */
import type { CommissionRule } from '@kept/domain/commission.ts'
import type { Month } from '@kept/domain/hour.ts'
import type { Scope } from '@kept/domain/scope.ts'
import type { SettledMonth } from '@kept/engine/savings/month/settle-month.ts'
import type { MonthSetup } from '@kept/engine/savings/month/setup.ts'
import type { Signer } from '@kept/engine/savings/statement/sign-statement.ts'
import type { Database } from '@kept/store/database/connect.ts'
import type { Warehouse } from '@kept/store/warehouse/client.ts'
import type { Checkpoints } from './checkpoints.ts'

export interface SavingsDoors {
  database: Database
  warehouse: Warehouse
  signer: Signer
  checkpoints: Checkpoints
  now(): Date
  /** A month worked out from the lines of these loads. */
  settle(scope: Scope, loadIds: readonly string[], setup: MonthSetup): Promise<SettledMonth>
  /** The customer's rule for a month, in the currency of its savings. */
  ruleFor(scope: Scope, month: Month, currency: string): Promise<CommissionRule>
}
