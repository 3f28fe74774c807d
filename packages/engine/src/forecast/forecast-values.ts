/** Forecasts a regular series: each way of looking ahead is tried on the series' own past, and the best one is taken. */
import { meanAbsoluteError } from './accuracy.ts'
import { blend, type Tried } from './blend.ts'
import { calendarEffects, type Positions } from './calendar-effects.ts'
import {
  type Candidate,
  meanOfLast,
  medianOfLast,
  onGrowth,
  onLevel,
  onLogarithm,
  seasonalNaive,
} from './candidates.ts'
import { bandsOf, conformalQuantile, halfWidths, independentTrials, mean, type Path, pathsApart } from './conformal.ts'
import { withoutEarlierShifts } from './earlier-shifts.ts'
import { atTodaysLevel } from './level-shift.ts'
import type { Level } from './levels.ts'
import { type OneOffs, withMonthDays, withoutOneOffs } from './one-offs.ts'
import type { Calendar } from './ridge-autoregression.ts'
import { inTodaysSize, powerBands, shortBelow, shortCandidates, shortOrigins, shortTrials } from './short-series.ts'
import { damped } from './simple-candidates.ts'
import { growsSteadily } from './steady-growth.ts'
import { atTodaysWeek } from './week-shape.ts'
import { weekdayLevel } from './weekday-level.ts'

interface ForecastOrder {
  horizon: number
  /** Rows of one season; 1 for none. */
  season: number
  /** Earlier rows the autoregressions look at, rising. */
  lags: readonly number[]
  calendar?: Calendar | undefined
  /** Where days lie in their month, for what comes again there. */
  positions?: Positions | undefined
  /** Single rows far off are what happened once, not what comes again a season later. */
  oneOffs?: boolean
}

export interface Forecast {
  method: string
  point: number[]
  bands: Record<Level, { lower: number[]; upper: number[] }>
  /** What the method missed by on the series' own past: one path of errors (actual - forecast) per origin. */
  errors: readonly Path[]
  /** How many independent outcomes these errors are worth. */
  trials: number
  /** How many independent sums of whole paths they are worth. */
  sums: number
  /** How far the level of all rows together may be off, as a standard deviation, where it was learned from few rows. */
  levelError?: number
}

/** Origins a quarter of the horizon apart on the tail of the series. */
const maxOrigins = 20

/** Days from which on it shows that cost keeps to its level. */
const threeWeeks = 21

/** The next values of at least three. */
export function forecastValues(rawValues: readonly number[], order: ForecastOrder): Forecast {
  const { horizon, season } = order
  const { values, newLevelRows } = levelOut(rawValues, order)
  const isShort = values.length < shortBelow
  // Long horizons are tried as far as a third of the series reaches; a short one has to make do with what is left.
  const reach = Math.min(horizon, Math.max(1, Math.floor(values.length / 3)))
  const origins = isShort
    ? shortOrigins(values.length, season, order.oneOffs === true)
    : originsOf(values.length, reach)
  const isDays = order.oneOffs === true
  const knowsDays = isDays && values.length >= threeWeeks
  const isRareSeries = isDays && isRare(values)
  const candidates = isRareSeries
    ? rareCandidates(values, order)
    : isShort
      ? shortOf(values, order)
      : candidatesOf(values, order, origins)
  const tried = candidates.map((candidate) => backtest(candidate, values, origins, isShort ? horizon : reach))
  // A series that was never negative is not forecast to be.
  const floor = values.every((value) => value >= 0) ? 0 : Number.NEGATIVE_INFINITY
  const {
    method,
    point,
    errors: pastErrors,
  } = blend(tried, {
    ...{ end: values.length, horizon, floor, isDays, isShort },
    isGrowing: isDays && growsSteadily(values, season),
  })
  const errors = isShort
    ? inTodaysSize(pastErrors, { method, values, origins })
    : order.oneOffs
      ? atTodaysSize(pastErrors, values, origins)
      : pastErrors
  const sizes = isShort ? powerBands(errors, values, { ...order, isDays: knowsDays }) : bandsOf(errors, horizon)
  const sums = pathsApart(errors, (origins[1] ?? 0) - (origins[0] ?? 0))
  const trials = isShort ? shortTrials(origins, knowsDays) : independentTrials(errors, sums)
  const doubt = newLevelRows === 0 ? 1 : Math.sqrt(1 + levelDoubt / newLevelRows)
  const band = (level: Level) => {
    const widths = halfWidths(sizes, level, trials)
    return {
      lower: point.map((value, h) => Math.max(floor, value - doubt * (widths[h] ?? 0))),
      upper: point.map((value, h) => value + doubt * (widths[h] ?? 0)),
    }
  }
  const symmetric = { 50: band(50), 80: band(80), 95: band(95) }
  const bands = isRareSeries ? rareBands(symmetric, point, values) : symmetric
  return {
    method: newLevelRows === 0 ? method : `${method}, at the level of the last ${newLevelRows}`,
    point,
    bands,
    errors,
    trials,
    sums: Math.min(sums, trials),
    levelError: newLevelRows === 0 ? 0 : (rowsInNoise * (sizes.size[0] ?? 0)) / Math.sqrt(newLevelRows),
  }
}

/** Days brought to a level of today beyond this many times the largest were next to nothing, and have no level. */
const mostRaised = 10

/** Days: levels that moved are brought to that of today, lately or long ago. */
function levelOut(values: readonly number[], order: ForecastOrder) {
  // Single charges have no level.
  if (order.oneOffs && isRare(values)) return { values, newLevelRows: 0 }
  const leveled = leveledOut(values, order)
  const largestOf = (rows: readonly number[]) => rows.reduce((largest, value) => Math.max(largest, value), 0)
  return largestOf(leveled.values) > mostRaised * largestOf(values) ? { values, newLevelRows: 0 } : leveled
}

function leveledOut(values: readonly number[], order: ForecastOrder) {
  const lately = atTodaysLevel(values, rhythmOf(order), order.oneOffs === true)
  if (!order.oneOffs) return lately
  const earlier = withoutEarlierShifts(lately.values, order.season)
  const reshaped = atTodaysWeek(earlier.values, order.season)
  const rows = earlier.moved === 0 ? reshaped.newWeekRows : values.length - earlier.moved
  return { values: reshaped.values, newLevelRows: lately.newLevelRows > 0 ? lately.newLevelRows : rows }
}

const unchanged = (values: readonly number[]): OneOffs => ({
  cleaned: values,
  offsets: [],
  hasOneOffs: false,
  firstRow: 0,
})

function shortOf(values: readonly number[], order: ForecastOrder): Candidate[] {
  const { cleaned } = order.oneOffs ? withoutOneOffs(values, order.season) : unchanged(values)
  const simple = shortCandidates(cleaned, order.season)
  return [...(order.oneOffs ? simple.map(damped) : simple), ...levelCandidates(cleaned, order)]
}

/** Of all that was known, and of the last two months; what a position of the calendar brings comes there. */
function rareCandidates(values: readonly number[], order: ForecastOrder): Candidate[] {
  const effects = order.positions ? calendarEffects(values, order.season, order.positions) : null
  const cleaned = effects?.cleaned ?? values
  const candidates = [meanOfLast(cleaned, cleaned.length), meanOfLast(cleaned, 60)]
  return effects ? candidates.map(effects.restore) : candidates
}

/** What the calendar brings is taken out first and put back last; what happened once is taken out. */
function candidatesOf(values: readonly number[], order: ForecastOrder, origins: readonly number[]): Candidate[] {
  const effects = order.positions ? calendarEffects(values, order.season, order.positions) : null
  const regular = effects?.cleaned ?? values
  const oneOffs = order.oneOffs ? withoutOneOffs(regular, order.season) : unchanged(regular)
  const likely = [...candidatesFor(oneOffs.cleaned, order, origins), ...levelCandidates(oneOffs.cleaned, order)]
  const candidates = oneOffs.hasOneOffs
    ? likely.map((candidate) => withMonthDays(candidate, oneOffs, order.calendar))
    : likely
  return effects ? candidates.map(effects.restore) : candidates
}

/** Of days alone: other series have their rhythm in the lags. */
function levelCandidates(values: readonly number[], { season, oneOffs }: ForecastOrder): Candidate[] {
  if (!oneOffs || values.length < season || values.some((value) => value < 0)) return []
  const orders = [
    { forgetting: 0.05 },
    { forgetting: 0.15 },
    { forgetting: 0.4 },
    { forgetting: 0.1, damping: 0.97 },
    { forgetting: 0.1, damping: 1 },
  ]
  return orders.map((order) => weekdayLevel(values, { season, ...order }))
}

/** How much wider a band is whose level was learned from few rows: as if each of them added this share of its square. */
const levelDoubt = 2.5
/** The error of a mean of one row, in mean absolute errors: normal noise that remembers the row before. */
const rowsInNoise = 1.8

/** Within days the week counts too, and a weekend is no new level. */
const rhythmOf = ({ season, lags }: ForecastOrder) => (season > 1 && lags.includes(7 * season) ? 7 * season : season)

/** Below this many origins an autoregression cannot be told from luck. */
const fewOrigins = 4

function originsOf(length: number, reach: number): number[] {
  const step = Math.max(1, Math.floor(reach / 4))
  const origins: number[] = []
  for (let end = length - reach; origins.length < maxOrigins && end >= Math.max(2, length / 2); end -= step) {
    origins.unshift(end)
  }
  return origins
}

/** Rows an autoregression needs per unknown before it says more than the last season. */
const rowsPerUnknown = 2

function candidatesFor(values: readonly number[], order: ForecastOrder, origins: readonly number[]): Candidate[] {
  const first = origins[0] ?? values.length
  const candidates: Candidate[] = [
    first >= 3 * order.season ? seasonalNaive(values, order.season) : medianOfLast(values, 7),
  ]
  const lags = order.lags.filter((lag) => first - lag >= rowsPerUnknown * (order.lags.length + 4))
  if (lags.length === 0 || origins.length < fewOrigins) return candidates
  const ridge = { from: first, lags, calendar: order.calendar }
  candidates.push(onLevel(values, ridge))
  if (values.every((value) => value > 0)) candidates.push(onLogarithm(values, ridge), onGrowth(values, ridge))
  return candidates
}

/** Days over which a level is taken. */
const sizeRows = 28

/** Errors of days in the size of today: cost that grew was off by less when there was less of it. */
function atTodaysSize(errors: readonly Path[], values: readonly number[], origins: readonly number[]): readonly Path[] {
  if (values.some((value) => value < 0)) return errors
  const sizeAt = (end: number) => mean(values.slice(Math.max(0, end - sizeRows), end))
  const today = sizeAt(values.length)
  return errors.map((path, i) => {
    const then = sizeAt(origins[i] ?? 0)
    const factor = then > 0 && today > 0 ? Math.max(0.2, Math.min(5, today / then)) : 1
    return path.map((error) => error * factor)
  })
}

/** Beyond this share of zeros a series is one of single charges. */
const rare = 0.2

/** Of the mean, what a day costs at most that costs nothing. */
const nothing = 1e-3

/** Of single charges the middle of a day is nothing, and the mean is what a month of them costs. */
function isRare(values: readonly number[]): boolean {
  const most = nothing * mean(values)
  return values.every((value) => value >= 0) && values.filter((value) => value <= most).length > rare * values.length
}

/** Rows that say how large single charges are. */
const rareRows = 180
/** A point so many times the middle one is a day of the calendar. */
const farAbove = 3

/** Where most days are nothing a band begins there, and ends where as many of the last days lay below as it promises. */
function rareBands(
  symmetric: Forecast['bands'],
  point: readonly number[],
  values: readonly number[],
): Forecast['bands'] {
  const rising = values.slice(-rareRows).toSorted((a, b) => a - b)
  const middle = point.toSorted((a, b) => a - b)[point.length >> 1] ?? 0
  const band = (level: Level) => ({
    lower: point.map((value, h) => (value > farAbove * middle ? (symmetric[level].lower[h] ?? 0) : 0)),
    upper: point.map((value, h) =>
      value > farAbove * middle
        ? (symmetric[level].upper[h] ?? value)
        : Math.max(value, conformalQuantile(rising, level / 100)),
    ),
  })
  return { 50: band(50), 80: band(80), 95: band(95) }
}

function backtest(candidate: Candidate, values: readonly number[], origins: readonly number[], reach: number): Tried {
  let error = 0
  const errors = origins.map((end) => {
    const actual = values.slice(end, end + reach)
    const path = candidate.path(end, actual.length)
    error += meanAbsoluteError(actual, path)
    return actual.map((value, h) => value - (path[h] ?? Number.NaN))
  })
  return { candidate, errors, error: Number.isNaN(error) ? Number.POSITIVE_INFINITY : error }
}
