/** The inputs of a month's calculation. */
import type { SavingsAction } from '@kept/domain/action.ts'
import type { Month } from '@kept/domain/hour.ts'
import type { SavingsConfig } from '@kept/domain/savings-config.ts'
import type { DemandOf } from '@kept/domain/savings-record.ts'
import type { MeasuredDemand, PriceNotice } from '@kept/domain/statement.ts'
import type { Substitution } from '@kept/domain/substitution.ts'

/** Inputs besides the bill, included in the statement. */
export interface Stated {
  demand: MeasuredDemand[]
  price_notices: PriceNotice[]
  /** Replacements of resources the month's actions removed. */
  substitution: Substitution
}

export interface CountingAction {
  action: SavingsAction
  currency: string
  /** Demand a code change is normalized by. */
  demand?: DemandOf | undefined
}

export interface MonthOrder {
  month: Month
  currency: string
  /** Keeps those relevant to the month. */
  counting: readonly CountingAction[]
  loadIds: readonly string[]
  config: SavingsConfig
  stated: Stated
}
