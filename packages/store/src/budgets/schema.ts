/** The tables of `database/baseline/budgets.ts` as Kysely types. */
import type { Budget, BudgetThreshold } from '@kept/domain/budget.ts'
import type { Filter } from '@kept/domain/cost-query.ts'
import type { ColumnType, Generated } from 'kysely'

type Json<T> = ColumnType<T, string, string>
type Time = ColumnType<Date, Date | string, Date | string>

export interface BudgetsSchema {
  budget: {
    id: Generated<string>
    organization_id: string
    name: string
    period: Budget['period']
    amount: string
    currency: string
    filters: Json<Filter[]>
    thresholds: Json<BudgetThreshold[]>
    owner: string
    created_at: Time
    demo_visit: Generated<string | null>
  }
  budget_crossing: {
    organization_id: string
    budget_id: string
    period_start: string
    percent: number
    basis: 'actual' | 'forecast'
    amount: string
    crossed_at: Time
  }
}
