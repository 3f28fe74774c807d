/** Which month is worked out, from what. */
import type { SavingsAction } from '@kept/domain/action.ts'
import type { Month } from '@kept/domain/hour.ts'
import type { SavingsConfig } from '@kept/domain/savings-config.ts'
import type { DemandOf } from '@kept/domain/savings-record.ts'
import type { MeasuredDemand, PriceNotice } from '@kept/domain/statement.ts'
import type { Substitution } from '@kept/domain/substitution.ts'

/** What a month rests on beside the bill, and so stands in its statement. */
export interface Stated {
  demand: MeasuredDemand[]
  price_notices: PriceNotice[]
  /** What replaced what the actions of the month removed. */
  substitution: Substitution
}

export interface CountingAction {
  action: SavingsAction
  currency: string
  /** What a fix in code is set against. */
  demand?: DemandOf | undefined
}

export interface MonthOrder {
  month: Month
  currency: string
  /** Those that have to do with the month. */
  counting: readonly CountingAction[]
  loadIds: readonly string[]
  config: SavingsConfig
  stated: Stated
}
