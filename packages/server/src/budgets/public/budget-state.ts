/** Actual and forecast spend of a budget's current period. */
import type { BudgetAnswer } from '@kept/contract/routes/budgets.ts'
import type { Budget } from '@kept/domain/budget.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { day, type SeriesPoint } from '@kept/domain/series.ts'
import type { ChargeSeries } from '@kept/engine/forecast/spend/charge-series.ts'
import { lookAhead } from '@kept/engine/forecast/spend/look-ahead.ts'
import { spendRecord } from '@kept/engine/forecast/spend/spend-record.ts'
import { addDays } from '@kept/foundation/calendar/day.ts'
import { utcDay } from '@kept/foundation/calendar/instant.ts'
import { decimal, sum, toNumber, toPlaces } from '@kept/foundation/decimal.ts'
import { costsByDay, readSpendRows } from '@kept/store/forecasts/spend-rows.ts'
import { isCovered } from '@kept/store/ledger/covered-days.ts'
import { type CurrentLedger, currentLedger } from '@kept/store/ledger/current-ledger.ts'
import type { Span } from '@kept/store/ledger/span.ts'
import { chargesOf } from '../../forecasts/public/charges-of.ts'
import type { Services } from '../../platform/context.ts'
import { periodOf } from '../period.ts'

type Deps = Pick<Services, 'state' | 'now'>
export type BudgetState = NonNullable<BudgetAnswer['state']>

const maxDays = 800
/** As far as the dashboard looks by default: methods are chosen by how far they look, and both tell of the same month. */
const minHorizon = 30

/** States of several budgets, from one read. */
export async function statesOf(deps: Deps, scope: Scope, budgets: readonly Budget[]) {
  const ledger = await currentLedger(deps.state.database, scope)
  return Promise.all(budgets.map((budget) => stateOf(deps, scope, ledger, budget)))
}

async function stateOf(
  { state, now }: Deps,
  scope: Scope,
  { loadIds, availableSpan, covered }: CurrentLedger,
  budget: Budget,
): Promise<BudgetState | null> {
  if (!availableSpan) return null
  const today = utcDay(now())
  const to = availableSpan.to < today ? availableSpan.to : today
  const period = periodOf(budget.period, addDays(to, -1))
  const earliest = addDays(to, -maxDays)
  const rows = await readSpendRows(state.warehouse, scope, loadIds, {
    filters: budget.filters,
    from: availableSpan.from > earliest ? availableSpan.from : earliest,
    to,
    currency: budget.currency,
  })
  const costs = costsByDay(rows)
  const inPeriod = [...costs].filter(([date]) => date >= period.from && date < period.to).map(([, cost]) => cost)
  const actual = sum(inPeriod)
  const remainingDays = budget.period === 'rolling_30' ? 30 : Math.round((Date.parse(period.to) - Date.parse(to)) / day)
  const points = pointsOf(costs, covered, to)
  const charges = [...chargesOf(rows), unspent(points)]
  const horizon = Math.max(minHorizon, remainingDays)
  const forecast = remainingDays > 0 ? lookAhead(charges, points, { until: Date.parse(to), horizon }) : null
  // A rolling budget uses the next 30 days instead of the rest of its period.
  const soFar = budget.period === 'rolling_30' ? 0 : toNumber(actual)
  const total = forecast?.total(soFar, remainingDays)
  const finalActual = remainingDays === 0 ? actual : null
  const money = (value: number | undefined) => (value === undefined ? finalActual : toPlaces(decimal(value), 2))
  return {
    period_start: period.from,
    period_end: period.to,
    actual,
    forecast: money(total?.point),
    forecast_low: money(total?.bands[80].lower),
    forecast_high: money(total?.bands[80].upper),
    record: forecast && shownRecord(points, charges, remainingDays),
  }
}

function shownRecord(
  points: readonly SeriesPoint[],
  charges: readonly ChargeSeries[],
  days: number,
): BudgetState['record'] {
  const { past: _, totalError, ...record } = spendRecord(points, charges, days)
  return { ...record, total_error: totalError }
}

/** Days without usage within a bill count as known. */
function unspent(points: readonly SeriesPoint[]): ChargeSeries {
  const days = new Map(points.flatMap(({ at, value }) => (value === null ? [] : [[at, 0] as const])))
  return { key: '', kind: 'usage', provider: '', days }
}

/** Within a bill, a day without lines is zero. Outside of any bill it is unknown. */
function pointsOf(costs: ReadonlyMap<string, string>, covered: readonly Span[], to: string): SeriesPoint[] {
  const points: SeriesPoint[] = []
  for (let date = [...costs.keys()].toSorted()[0] ?? to; date < to; date = addDays(date, 1)) {
    const cost = costs.get(date) ?? (isCovered(covered, date) ? '0' : null)
    points.push({ at: Date.parse(date), value: cost === null ? null : toNumber(cost) })
  }
  return points
}
