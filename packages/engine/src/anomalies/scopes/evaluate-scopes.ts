/** From the daily cost of every scope to the incidents behind its anomalies. */
import { type AnomalyDay, type ScopePart, scopeKey } from '@kept/domain/anomaly.ts'
import { day } from '@kept/domain/series.ts'
import { toDayNumber } from '@kept/foundation/calendar/day.ts'
import { type Decimal, decimal, subtract, sum, toNumber, toPlaces } from '@kept/foundation/decimal.ts'
import { median } from '../../maths/quantile.ts'
import { type CostEvaluation, defaultThresholds, evaluateCost, learningRows } from '../cost/cost-engine.ts'
import { startCost } from '../cost/cost-state.ts'
import { type Sensitivity, thresholdsFor } from '../feedback.ts'
import type { ScopeAlert } from '../incidents/alert.ts'
import { mergeAlerts } from '../incidents/merge.ts'
import { projectedExcess } from '../incidents/project.ts'
import { severityOf } from '../severity.ts'
import { mergeTagIncidents } from './merge-tag-incidents.ts'
import type { ScopeIncident } from './scope-incident.ts'

export interface ScopeSeries {
  currency: string
  /** From the provider down; empty for the organization. */
  scope: readonly ScopePart[]
  /** Every day from its first on, rising; days on which others were billed and it was not are zeros. */
  days: readonly { date: string; cost: Decimal }[]
  /** A tag or SKU, which counts the money of the scope tree a second time. */
  isCrossCutting?: boolean
}

interface ScopeOrder {
  sensitivities: ReadonlyMap<string, Sensitivity>
  /** A smaller excess a day is not reported. */
  minDailyExcess: Decimal
  /** Public holidays where the organization works, as dates; none where they are not known. */
  holidays?: ReadonlySet<string>
}

interface EvaluatedScopes {
  incidents: ScopeIncident[]
  /** How many scopes were evaluated, and how many of them had too few days. */
  evaluated: number
  learning: number
}

/** Its range stays in numbers until it is listed: most days never are. */
interface EvaluatedDay extends Omit<AnomalyDay, 'lower' | 'upper'> {
  at: number
  lower: number | null
  upper: number | null
}

interface EvaluatedScope {
  series: ScopeSeries
  days: EvaluatedDay[]
}

/**
 * Causal: a day is evaluated by the days before it, so evaluating again with more days changes no earlier result. A
 * bill has thousands of scopes of some milliseconds each: `breathe` is waited for between them.
 */
export async function evaluateScopes(
  all: readonly ScopeSeries[],
  order: ScopeOrder,
  breathe: () => Promise<unknown>,
): Promise<EvaluatedScopes> {
  const scopes = new Map<string, EvaluatedScope>()
  let young = 0
  for (const series of all) {
    if (series.days.length <= learningRows) young += 1
    scopes.set(
      scopeKey(series.currency, series.scope),
      isWorthEvaluating(series, order) ? evaluateScope(series, order) : unevaluated(series),
    )
    await breathe()
  }
  const currencies = [...new Set(all.map(({ currency }) => currency))]
  const tree = new Map([...scopes].filter(([, { series }]) => !series.isCrossCutting))
  const crossCutting = new Map([...scopes].filter(([, { series }]) => series.isCrossCutting))
  const incidents = currencies.flatMap((currency) => {
    const organizationScope = scopes.get(scopeKey(currency, []))
    return mergeTagIncidents(
      incidentsOf(currency, tree, organizationScope),
      incidentsOf(currency, crossCutting, organizationScope),
    )
  })
  return { incidents, evaluated: all.length, learning: young }
}

/** A scope whose days, credits among them, never lay as far apart as the smallest excess has nothing to report. */
function isWorthEvaluating({ days }: ScopeSeries, { minDailyExcess }: ScopeOrder): boolean {
  let [lowest, highest] = [0, 0]
  for (const { cost } of days) {
    const amount = toNumber(cost)
    lowest = Math.min(lowest, amount)
    highest = Math.max(highest, amount)
  }
  return highest - lowest >= toNumber(minDailyExcess)
}

function unevaluated(series: ScopeSeries): EvaluatedScope {
  const days = series.days.map(({ date, cost }) => ({
    ...{ at: instantOf(date), date, actual: cost, expected: null, lower: null, upper: null },
    is_anomalous: false,
  }))
  return { series, days }
}

const instantOf = (date: string) => toDayNumber(date) * day

function evaluateScope(series: ScopeSeries, { sensitivities, minDailyExcess, holidays }: ScopeOrder): EvaluatedScope {
  const sensitivity = sensitivities.get(scopeKey(series.currency, series.scope))
  const limits = sensitivity ? thresholdsFor(defaultThresholds, sensitivity) : defaultThresholds
  const state = startCost(day)
  let opening: Opening | null = null
  const days: EvaluatedDay[] = []
  const lastRow = series.days.length - 1
  for (const [row, { date, cost }] of series.days.entries()) {
    const timestamp = instantOf(date)
    const evaluation = evaluateCost(state, timestamp, toNumber(cost), limits, holidays?.has(date))
    if (evaluation.alert) opening = openingOf(series, row, evaluation, state.open)
    // After the first day the detector has begun to learn the new level; the weeks before it have not.
    const expected: Decimal | null =
      opening === null
        ? amountOf(evaluation.expected)
        : opening.row === row
          ? opening.expected
          : weekday(series, opening.row, row)
    const excess = expected === null ? 0 : toNumber(subtract(cost, expected))
    if (opening !== null && !goesOn(opening, row, excess)) opening = null
    // The last day of a delivery is often only part of a day: too little is not believed of it.
    const isPartial = row === lastRow && excess < 0
    const isWorth = Math.abs(excess) >= toNumber(minDailyExcess)
    days.push({
      at: timestamp,
      date,
      actual: cost,
      expected,
      lower: evaluation.lower,
      upper: evaluation.upper,
      is_anomalous: opening !== null && isWorth && !isPartial,
    })
  }
  return { series, days }
}

interface Opening {
  row: number
  side: number
  expected: Decimal
  excess: number
}

type Spoken = Pick<CostEvaluation, 'expected' | 'reason'>

function openingOf(series: ScopeSeries, row: number, { expected, reason }: Spoken, side: number): Opening {
  const ofWeeks = weekday(series, row, row)
  const should = (reason === 'week' ? ofWeeks : amountOf(expected)) ?? ofWeeks ?? '0'
  return { row, side, expected: should, excess: toNumber(subtract(series.days[row]?.cost ?? '0', should)) }
}

/** What has stood this long is how it is now. */
const longestIncident = 28

/** For as long as at least half of what it began with is still there. */
function goesOn({ row: first, side, excess: initialExcess }: Opening, row: number, excess: number): boolean {
  return row - first < longestIncident && side * excess > 0 && Math.abs(excess) >= Math.abs(initialExcess) / 2
}

/** What this weekday cost in the four weeks before the incident began. */
function weekday(series: ScopeSeries, opening: number, row: number): Decimal | null {
  const like: number[] = []
  for (let earlierRow = row - 7; earlierRow >= 0 && like.length < 4; earlierRow -= 7) {
    if (earlierRow < opening) like.push(toNumber(series.days[earlierRow]?.cost ?? '0'))
  }
  return like.length === 0 ? null : amountOf(median(like))
}

const amountOf = (value: number | null): Decimal | null =>
  value === null ? null : decimal(toPlaces(decimal(value), 2))

function incidentsOf(
  currency: string,
  scopes: ReadonlyMap<string, EvaluatedScope>,
  organizationScope: EvaluatedScope | undefined,
): ScopeIncident[] {
  const alerts: ScopeAlert[] = []
  for (const { series, days } of scopes.values()) {
    if (series.currency !== currency) continue
    const path = series.scope.map(({ dimension, value }) => JSON.stringify([dimension, value]))
    for (const { at, actual, expected, is_anomalous: isAnomalous } of days) {
      if (isAnomalous && expected !== null) alerts.push({ scope: path, at, step: day, actual, expected })
    }
  }
  return mergeAlerts(alerts).flatMap((incident) => {
    const scope = incident.scope.map((step) => JSON.parse(step) as [string, string])
    const evaluatedScope = scopes.get(
      scopeKey(
        currency,
        scope.map(([dimension, value]) => ({ dimension, value })),
      ),
    )
    const incidentDays =
      evaluatedScope?.days.filter(
        ({ at, is_anomalous: isAnomalous }) => isAnomalous && at >= incident.from && at < incident.to,
      ) ?? []
    const [first, last] = [incidentDays[0], incidentDays.at(-1)]
    if (!evaluatedScope || !first || !last) return []
    const expected = sum(incidentDays.map((incidentDay) => incidentDay.expected ?? '0'))
    const actual = sum(incidentDays.map((incidentDay) => incidentDay.actual))
    const excess = subtract(actual, expected)
    const isOpen = last.at >= (organizationScope?.days.at(-1)?.at ?? 0) - day
    const from = { ...incident, from: first.at, to: last.at + day, excess }
    return {
      currency,
      scope: [...evaluatedScope.series.scope],
      direction: toNumber(excess) < 0 ? ('below' as const) : ('above' as const),
      status: isOpen ? ('open' as const) : ('over' as const),
      severity: severityOf(excess, incidentDays.length, dailyAverage(organizationScope, first.at)),
      first_day: first.date,
      last_day: last.date,
      expected,
      actual,
      projected_excess: isOpen ? decimal(toPlaces(projectedExcess(from, monthEnd(last.at)), 2)) : excess,
      days: daysAround(evaluatedScope.days, first.at, last.at),
    }
  })
}

/** Days shown before and after an incident, for the eye. */
const margin = 28 * day

function daysAround(days: readonly EvaluatedDay[], from: number, to: number): AnomalyDay[] {
  return days
    .filter(({ at }) => at >= from - margin && at <= to + margin / 4)
    .map(({ at: _, ...anomalyDay }) => ({
      ...anomalyDay,
      lower: amountOf(anomalyDay.lower),
      upper: amountOf(anomalyDay.upper),
    }))
}

function monthEnd(timestamp: number): number {
  const date = Temporal.Instant.fromEpochMilliseconds(timestamp).toZonedDateTimeISO('UTC')
  return date.with({ day: 1 }).add({ months: 1 }).startOfDay().epochMilliseconds
}

/** What the organization spent a day in the four weeks before. */
function dailyAverage(organizationScope: EvaluatedScope | undefined, timestamp: number): number {
  const before = organizationScope?.days.filter((scopeDay) => scopeDay.at < timestamp).slice(-28) ?? []
  return before.length === 0 ? 0 : toNumber(sum(before.map(({ actual }) => actual))) / before.length
}
