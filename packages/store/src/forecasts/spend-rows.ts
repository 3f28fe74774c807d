/** Exact spend by day and kind of charge: the input of forecasts. */
import type { Filter } from '@kept/domain/cost-query.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { add, type Decimal } from '@kept/foundation/decimal.ts'
import { exploreRows } from '../ledger/explore.ts'
import type { Warehouse } from '../warehouse/client.ts'

export interface SpendRow {
  currency: string
  provider: string
  date: string
  /** FOCUS ChargeCategory, ChargeFrequency and ChargeClass. */
  category: string
  frequency: string
  class: string
  /** Effective cost. */
  cost: Decimal
}

interface SpendRequest {
  from: string
  /** The day after the last one. */
  to: string
  filters?: Filter[]
  currency?: string
}

export async function readSpendRows(
  warehouse: Warehouse,
  scope: Scope,
  loadIds: readonly string[],
  { from, to, filters = [], ...selection }: SpendRequest,
): Promise<SpendRow[]> {
  const { rows } = await exploreRows(warehouse, scope, loadIds, {
    measures: ['effective'],
    group_by: ['provider', 'charge_category', 'charge_frequency', 'charge_class'],
    grain: 'day',
    filters,
    start_date: from,
    end_date: to,
    ...selection,
  })
  const spendRows: SpendRow[] = []
  for await (const { currency, period, keys, values } of rows) {
    if (!period || values.effective == null) continue
    spendRows.push({
      currency,
      provider: keys.provider ?? '',
      date: period,
      category: keys.charge_category ?? '',
      frequency: keys.charge_frequency ?? '',
      class: keys.charge_class ?? '',
      cost: values.effective,
    })
  }
  return spendRows
}

/** The sum of a day. */
export function costsByDay(rows: readonly Pick<SpendRow, 'date' | 'cost'>[]): Map<string, Decimal> {
  const costs = new Map<string, Decimal>()
  for (const { date, cost } of rows) costs.set(date, add(costs.get(date) ?? '0', cost))
  return costs
}
