/** From the daily cost of every scope to the incidents behind what left its path. */
import { type AnomalyDay, type AnomalySeverity, type ScopePart, scopeKey } from '@kept/domain/anomaly.ts'
import { absolute, type Decimal, decimal, divide, subtract, sum, toNumber, toPlaces } from '@kept/domain/decimal.ts'
import { day } from '@kept/domain/series.ts'
import { median } from '../../maths/quantile.ts'
import { type CostVerdict, judgeCost, learningRows, startCost, usualThresholds } from '../cost/cost-engine.ts'
import { type Sensitivity, thresholdsFor } from '../feedback.ts'
import type { ScopeAlert } from '../incidents/alert.ts'
import { mergeAlerts } from '../incidents/merge.ts'
import { projectedExcess } from '../incidents/project.ts'
import type { ScopeIncident } from './scope-incident.ts'
import { settleAside } from './settle-aside.ts'

export interface ScopeSeries {
  currency: string
  /** From the provider down; empty for the organisation. */
  scope: readonly ScopePart[]
  /** Every day from its first on, rising; days on which others were billed and it was not are zeros. */
  days: readonly { date: string; cost: Decimal }[]
  /** A tag or SKU: the same money again, beside the tree. */
  aside?: boolean
}

export interface ScopeOrder {
  sensitivities: ReadonlyMap<string, Sensitivity>
  /** Less than this a day is nobody's business. */
  leastDailyExcess: Decimal
}

export interface JudgedScopes {
  incidents: ScopeIncident[]
  /** Scopes judged, and those with too few days to say anything. */
  judged: number
  learning: number
}

interface OneDay extends AnomalyDay {
  at: number
}

interface OneScope {
  series: ScopeSeries
  days: OneDay[]
}

/** Causal: a day is judged by the days before it, so judging again with more days says the same of the earlier ones. */
export function judgeScopes(all: readonly ScopeSeries[], order: ScopeOrder): JudgedScopes {
  const scopes = new Map<string, OneScope>()
  let young = 0
  for (const series of all) {
    if (series.days.length <= learningRows) young += 1
    scopes.set(scopeKey(series.currency, series.scope), judgeScope(series, order))
  }
  const currencies = [...new Set(all.map(({ currency }) => currency))]
  const tree = new Map([...scopes].filter(([, { series }]) => !series.aside))
  const aside = new Map([...scopes].filter(([, { series }]) => series.aside))
  const incidents = currencies.flatMap((currency) => {
    const whole = scopes.get(scopeKey(currency, []))
    return settleAside(incidentsOf(currency, tree, whole), incidentsOf(currency, aside, whole))
  })
  return { incidents, judged: all.length, learning: young }
}

function judgeScope(series: ScopeSeries, { sensitivities, leastDailyExcess }: ScopeOrder): OneScope {
  const sensitivity = sensitivities.get(scopeKey(series.currency, series.scope))
  const limits = sensitivity ? thresholdsFor(usualThresholds, sensitivity) : usualThresholds
  const state = startCost(day)
  let opening: Opening | null = null
  const days: OneDay[] = []
  const lastRow = series.days.length - 1
  for (const [row, { date, cost }] of series.days.entries()) {
    const at = Temporal.PlainDate.from(date).toZonedDateTime('UTC').epochMilliseconds
    const verdict = judgeCost(state, at, toNumber(cost), limits)
    if (verdict.alert) opening = openingOf(series, row, verdict, state.open)
    // After the first day the detector has begun to learn the new level; the weeks before it have not.
    const expected: Decimal | null =
      opening === null
        ? amountOf(verdict.expected)
        : opening.row === row
          ? opening.expected
          : weekday(series, opening.row, row)
    const excess = expected === null ? 0 : toNumber(subtract(cost, expected))
    if (opening !== null && !goesOn(opening, row, excess)) opening = null
    // The last day of a delivery is often only part of a day: too little is not believed of it.
    const isPartial = row === lastRow && excess < 0
    const isWorth = Math.abs(excess) >= toNumber(leastDailyExcess)
    days.push({
      at,
      date,
      actual: cost,
      expected,
      lower: amountOf(verdict.lower),
      upper: amountOf(verdict.upper),
      off: opening !== null && isWorth && !isPartial,
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

type Spoken = Pick<CostVerdict, 'expected' | 'reason'>

function openingOf(series: ScopeSeries, row: number, { expected, reason }: Spoken, side: number): Opening {
  const ofWeeks = weekday(series, row, row)
  const should = (reason === 'week' ? ofWeeks : amountOf(expected)) ?? ofWeeks ?? '0'
  return { row, side, expected: should, excess: toNumber(subtract(series.days[row]?.cost ?? '0', should)) }
}

/** What has stood this long is how it is now. */
const longestIncident = 28

/** For as long as at least half of what it began with is still there. */
function goesOn({ row: first, side, excess: began }: Opening, row: number, excess: number): boolean {
  return row - first < longestIncident && side * excess > 0 && Math.abs(excess) >= Math.abs(began) / 2
}

/** What this weekday cost in the four weeks before the incident began. */
function weekday(series: ScopeSeries, opening: number, row: number): Decimal | null {
  const like: number[] = []
  for (let back = row - 7; back >= 0 && like.length < 4; back -= 7) {
    if (back < opening) like.push(toNumber(series.days[back]?.cost ?? '0'))
  }
  return like.length === 0 ? null : amountOf(median(like))
}

const amountOf = (value: number | null): Decimal | null =>
  value === null ? null : decimal(toPlaces(decimal(value), 2))

function incidentsOf(
  currency: string,
  scopes: ReadonlyMap<string, OneScope>,
  whole: OneScope | undefined,
): ScopeIncident[] {
  const alerts: ScopeAlert[] = []
  for (const { series, days } of scopes.values()) {
    if (series.currency !== currency) continue
    const path = series.scope.map(({ by, value }) => JSON.stringify([by, value]))
    for (const { at, actual, expected, off } of days) {
      if (off && expected !== null) alerts.push({ scope: path, at, step: day, actual, expected })
    }
  }
  return mergeAlerts(alerts).flatMap((incident) => {
    const scope = incident.scope.map((step) => JSON.parse(step) as [string, string])
    const found = scopes.get(
      scopeKey(
        currency,
        scope.map(([by, value]) => ({ by, value })),
      ),
    )
    const own = found?.days.filter(({ at, off }) => off && at >= incident.from && at < incident.to) ?? []
    const [first, last] = [own[0], own.at(-1)]
    if (!found || !first || !last) return []
    const expected = sum(own.map((one) => one.expected ?? '0'))
    const actual = sum(own.map((one) => one.actual))
    const excess = subtract(actual, expected)
    const isOpen = last.at >= (whole?.days.at(-1)?.at ?? 0) - day
    const from = { ...incident, from: first.at, to: last.at + day, excess }
    return {
      currency,
      scope: [...found.series.scope],
      direction: toNumber(excess) < 0 ? ('below' as const) : ('above' as const),
      status: isOpen ? ('open' as const) : ('over' as const),
      severity: severityOf(excess, own.length, whole, first.at),
      first_day: first.date,
      last_day: last.date,
      expected,
      actual,
      projected_excess: isOpen ? decimal(toPlaces(projectedExcess(from, monthEnd(last.at)), 2)) : excess,
      days: around(found.days, first.at, last.at),
    }
  })
}

/** Days shown before and after an incident, for the eye. */
const margin = 28 * day

function around(days: readonly OneDay[], from: number, to: number): AnomalyDay[] {
  return days.filter(({ at }) => at >= from - margin && at <= to + margin / 4).map(({ at: _, ...rest }) => rest)
}

function monthEnd(at: number): number {
  const date = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO('UTC')
  return date.with({ day: 1 }).add({ months: 1 }).startOfDay().epochMilliseconds
}

/** Shares of what the whole organisation usually spends in a day, each the least of its severity. */
const shares: readonly (readonly [AnomalySeverity, number])[] = [
  ['critical', 0.5],
  ['high', 0.2],
  ['medium', 0.05],
]

function severityOf(excess: Decimal, days: number, whole: OneScope | undefined, at: number): AnomalySeverity {
  const before = whole?.days.filter((one) => one.at < at).slice(-28) ?? []
  const usual = before.length === 0 ? 0 : toNumber(sum(before.map(({ actual }) => actual))) / before.length
  if (usual <= 0) return 'medium'
  const share = toNumber(absolute(divide(excess, String(days), 9))) / usual
  return shares.find(([, least]) => share >= least)?.[0] ?? 'low'
}
