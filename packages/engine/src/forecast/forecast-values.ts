/** Forecasts a regular series: each way of looking ahead is tried on the series' own past, and the best one is taken. */
import { meanAbsoluteError } from './accuracy.ts'
import { type Candidate, medianOfLast, onGrowth, onLevel, onLogarithm, seasonalNaive } from './candidates.ts'
import { bandsOf, halfWidths, independentTrials, type Path, pathsApart } from './conformal.ts'
import { atTodaysLevel } from './level-shift.ts'
import type { Level } from './levels.ts'
import { type OneOffs, withMonthDays, withoutOneOffs } from './one-offs.ts'
import type { Calendar } from './ridge-autoregression.ts'
import { inTodaysSize, powerBands, shortBelow, shortCandidates, shortOrigins, shortTrials } from './short-series.ts'

interface ForecastOrder {
  horizon: number
  /** Rows of one season; 1 for none. */
  season: number
  /** Earlier rows the autoregressions look at, rising. */
  lags: readonly number[]
  calendar?: Calendar | undefined
  /** Single rows far off are what happened once, not what comes again a season later. */
  oneOffs?: boolean
}

export interface Forecast {
  method: string
  point: number[]
  bands: Record<Level, { lower: number[]; upper: number[] }>
  /** What the method missed by on the series' own past: one path of errors (actual - forecast) per origin. */
  errors: Path[]
  /** How many independent outcomes these errors are worth. */
  trials: number
}

/** Origins a quarter of the horizon apart on the tail of the series. */
const maxOrigins = 20

/** The next values of at least three. */
export function forecastValues(rawValues: readonly number[], order: ForecastOrder): Forecast {
  const { horizon, season } = order
  const { values, newLevelRows } = atTodaysLevel(rawValues, rhythmOf(order))
  const isShort = values.length < shortBelow
  // Long horizons are tried as far as a third of the series reaches; a short one has to make do with what is left.
  const reach = Math.min(horizon, Math.max(1, Math.floor(values.length / 3)))
  const origins = isShort ? shortOrigins(values.length, season) : originsOf(values.length, reach)
  const oneOffs = order.oneOffs ? withoutOneOffs(values, season) : withoutChanges(values)
  const likely = isShort ? shortCandidates(oneOffs.cleaned, season) : candidatesFor(oneOffs.cleaned, order, origins)
  const candidates = oneOffs.hasOneOffs
    ? likely.map((candidate) => withMonthDays(candidate, oneOffs, order.calendar))
    : likely
  const tried = candidates.map((candidate) => backtest(candidate, values, origins, isShort ? horizon : reach))
  // A series that was never negative is not forecast to be.
  const floor = values.every((value) => value >= 0) ? 0 : Number.NEGATIVE_INFINITY
  const { method, point, errors } = blend(tried, values.length, horizon, floor)
  const sizes = isShort
    ? powerBands(inTodaysSize(errors, { method, values, origins }), values, order)
    : bandsOf(errors, horizon)
  const trials = isShort
    ? shortTrials(origins)
    : independentTrials(errors, pathsApart(errors, (origins[1] ?? 0) - (origins[0] ?? 0)))
  const doubt = newLevelRows === 0 ? 1 : Math.sqrt(1 + levelDoubt / newLevelRows)
  const band = (level: Level) => {
    const widths = halfWidths(sizes, level, trials)
    return {
      lower: point.map((value, h) => Math.max(floor, value - doubt * (widths[h] ?? 0))),
      upper: point.map((value, h) => value + doubt * (widths[h] ?? 0)),
    }
  }
  const bands = { 50: band(50), 80: band(80), 95: band(95) }
  return {
    method: newLevelRows === 0 ? method : `${method}, at the level of the last ${newLevelRows}`,
    point,
    bands,
    errors,
    trials,
  }
}

const withoutChanges = (values: readonly number[]): OneOffs => ({
  cleaned: values,
  offsets: [],
  hasOneOffs: false,
  firstRow: 0,
})

/** How much wider a band is whose level was learned from few rows: as if each of them added this share of its square. */
const levelDoubt = 2

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

/** How many of the best are averaged, and how much worse than the very best one may be to be among them. */
const [maxBlended, worse] = [3, 1.25]

interface Tried {
  candidate: Candidate
  /** One path of errors per origin. */
  errors: Path[]
  /** Mean absolute error over all of them. */
  error: number
}

/** The mean of the best: where they err differently they are better together, and its errors are known as theirs are. */
function blend(
  tried: Tried[],
  end: number,
  horizon: number,
  floor: number,
): { method: string; point: number[]; errors: Path[] } {
  const ranked = tried.toSorted((a, b) => a.error - b.error)
  const chosen = ranked.filter(
    ({ error }, rank) => rank === 0 || (rank < maxBlended && error <= worse * (ranked[0]?.error ?? 0)),
  )
  const paths = chosen.map(({ candidate }) => candidate.path(end, horizon))
  const names = chosen.map(({ candidate }) => candidate.method)
  return {
    method: names.length === 1 ? (names[0] ?? '') : `mean of ${names.join(', ')}`,
    point: meanPath(paths, horizon).map((value) => Math.max(floor, value)),
    errors: (chosen[0]?.errors ?? []).map((path, origin) =>
      meanPath(
        chosen.map(({ errors }) => errors[origin] ?? []),
        path.length,
      ),
    ),
  }
}

function meanPath(paths: readonly Path[], horizon: number): number[] {
  return Array.from({ length: horizon }, (_, h) => paths.reduce((sum, path) => sum + (path[h] ?? 0), 0) / paths.length)
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
