/** What was spent of a budget in its period, and what will be at its end. */
import type { BudgetAnswer } from '@kept/contract/routes/budgets.ts'
import type { Budget } from '@kept/domain/budget.ts'
import { decimal, sum, toNumber, toPlaces } from '@kept/domain/decimal.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { day, type SeriesPoint } from '@kept/domain/series.ts'
import type { ChargeSeries } from '@kept/engine/forecast/spend/charge-series.ts'
import { lookAhead } from '@kept/engine/forecast/spend/look-ahead.ts'
import { spendRecord } from '@kept/engine/forecast/spend/spend-record.ts'
import { costsByDay, readSpendRows } from '@kept/store/forecasts/spend-rows.ts'
import { isCovered } from '@kept/store/ledger/covered-days.ts'
import { type CurrentLedger, currentLedger } from '@kept/store/ledger/current-ledger.ts'
import { addDays, type Span } from '@kept/store/ledger/span.ts'
import { chargesOf } from '../platform/charges-of.ts'
import type { Services } from '../platform/context.ts'
import { periodOf } from './period.ts'

type Doors = Pick<Services, 'state' | 'now'>
export type BudgetState = NonNullable<BudgetAnswer['state']>

const mostDays = 800

/** The states of all of them, of one reading of what is visible. */
export async function statesOf(doors: Doors, scope: Scope, budgets: readonly Budget[]) {
  const ledger = await currentLedger(doors.state.database, scope)
  return Promise.all(budgets.map((budget) => stateOf(doors, scope, ledger, budget)))
}

async function stateOf(
  { state, now }: Doors,
  scope: Scope,
  { loadIds, known, covered }: CurrentLedger,
  budget: Budget,
): Promise<BudgetState | null> {
  if (!known) return null
  const today = now().toISOString().slice(0, 10)
  const to = known.to < today ? known.to : today
  const period = periodOf(budget.period, addDays(to, -1))
  const earliest = addDays(to, -mostDays)
  const rows = await readSpendRows(state.warehouse, scope, loadIds, {
    filters: budget.filters,
    from: known.from > earliest ? known.from : earliest,
    to,
    currency: budget.currency,
  })
  const costs = costsByDay(rows)
  const inPeriod = [...costs].filter(([date]) => date >= period.from && date < period.to).map(([, cost]) => cost)
  const actual = sum(inPeriod)
  const rest = budget.period === 'rolling_30' ? 30 : Math.round((Date.parse(period.to) - Date.parse(to)) / day)
  const points = pointsOf(costs, covered, to)
  const charges = [...chargesOf(rows), unspent(points)]
  const made = rest > 0 ? lookAhead(charges, points, { until: Date.parse(to), horizon: rest }) : null
  // A rolling budget looks at the thirty days to come instead of the rest of its own.
  const soFar = budget.period === 'rolling_30' ? 0 : toNumber(actual)
  const total = made?.total(soFar, rest)
  const ended = rest === 0 ? actual : null
  const money = (value: number | undefined) => (value === undefined ? ended : toPlaces(decimal(value), 2))
  return {
    period_from: period.from,
    period_to: period.to,
    actual,
    forecast: money(total?.point),
    forecast_low: money(total?.bands[80].lower),
    forecast_high: money(total?.bands[80].upper),
    record: made && shownRecord(points, charges, rest),
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

/** Days of a bill on which nothing was used are known as well. */
function unspent(points: readonly SeriesPoint[]): ChargeSeries {
  const days = new Map(points.flatMap(({ at, value }) => (value === null ? [] : [[at, 0] as const])))
  return { key: '', kind: 'usage', provider: '', days }
}

/** A day of a bill without any line of it after its first is a day nothing was spent on it; one of no bill is unknown. */
function pointsOf(costs: ReadonlyMap<string, string>, covered: readonly Span[], to: string): SeriesPoint[] {
  const points: SeriesPoint[] = []
  for (let date = [...costs.keys()].toSorted()[0] ?? to; date < to; date = addDays(date, 1)) {
    const cost = costs.get(date) ?? (isCovered(covered, date) ? '0' : null)
    points.push({ at: Date.parse(date), value: cost === null ? null : toNumber(cost) })
  }
  return points
}
