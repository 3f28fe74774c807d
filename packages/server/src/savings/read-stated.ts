/** Inputs of a month besides the bill: measured demand and published prices. */
import type { Scope } from '@kept/domain/scope.ts'
import type { MeasuredDemand } from '@kept/domain/statement.ts'
import { fromHour, type Hour, hoursOfMonth, toHour } from '@kept/foundation/calendar/hour.ts'
import { readDemand } from '@kept/store/metrics/read-demand.ts'
import { readBaselines } from '@kept/store/savings/actions.ts'
import { listPriceNotices } from '@kept/store/savings/price-notices.ts'
import type { SavingsDeps } from './deps.ts'
import type { CountingAction, MonthOrder, Stated } from './month-order.ts'

export async function readStated(
  deps: Pick<SavingsDeps, 'database' | 'warehouse'>,
  scope: Scope,
  { month, currency, counting }: Pick<MonthOrder, 'month' | 'currency' | 'counting'>,
): Promise<Omit<Stated, 'substitution'>> {
  const { from, to } = hoursOfMonth(month)
  const notices = await listPriceNotices(deps.database, scope, { currency, before: to })
  const demand = await Promise.all(counting.map((action) => demandOf(deps, scope, action, { from, to })))
  return {
    demand: demand.flatMap((values) => values ?? []),
    price_notices: notices.map(({ sku, hour, price, source }) => ({ sku, hour, price, source })),
  }
}

async function demandOf(
  { database, warehouse }: Pick<SavingsDeps, 'database' | 'warehouse'>,
  scope: Scope,
  { action, demand }: CountingAction,
  month: { from: Hour; to: Hour },
): Promise<MeasuredDemand | undefined> {
  if (action.kind !== 'demand' || !demand) return undefined
  const [baseline] = await readBaselines(database, scope, [action.baseline_hash])
  const from = Math.max(month.from, toHour(action.effective_time))
  const measured = await readDemand(warehouse, scope, demand, { from, to: month.to, grain: baseline?.grain ?? 'hour' })
  // A metric that became a ratio no longer measures demand, so nothing is claimed.
  if (measured === 'share') return { action: action.id, from: fromHour(from), values: [] }
  const values = Array.from({ length: month.to - from }, (_, index) => measured.get(from + index) ?? null)
  return { action: action.id, from: fromHour(from), values }
}
