/** Forecasts a regular series: each way of looking ahead is tried on the series' own past, and the best one is taken. */
import { meanAbsoluteError } from './accuracy.ts'
import { type Candidate, medianOfLast, onGrowth, onLevel, onLogarithm, seasonalNaive } from './candidates.ts'
import { bandsOf, halfWidths, type Path } from './conformal.ts'
import type { Calendar } from './ridge-autoregression.ts'

export interface ForecastOrder {
  horizon: number
  /** Rows of one season; 1 for none. */
  season: number
  /** Earlier rows the autoregressions look at, rising. */
  lags: readonly number[]
  calendar?: Calendar | undefined
}

export interface Forecast {
  method: string
  point: number[]
  bands: Record<Level, { lower: number[]; upper: number[] }>
  /** What the method missed by on the series' own past: one path of errors (actual - forecast) per origin. */
  errors: Path[]
}

export const levels = [50, 80, 95] as const
export type Level = (typeof levels)[number]

/** Origins a quarter of the horizon apart on the tail of the series. */
const mostOrigins = 20

/** The next values of at least three. */
export function forecastValues(values: readonly number[], order: ForecastOrder): Forecast {
  const { horizon } = order
  // Long horizons are tried as far as a third of the series reaches.
  const reach = Math.min(horizon, Math.max(1, Math.floor(values.length / 3)))
  const origins = originsOf(values.length, reach)
  const tried = candidatesFor(values, order, origins).map((candidate) => backtest(candidate, values, origins, reach))
  // What was never negative is not foretold to be.
  const floor = values.every((value) => value >= 0) ? 0 : Number.NEGATIVE_INFINITY
  const { method, point, errors } = blend(tried, values.length, horizon, floor)
  const sizes = bandsOf(origins.length < fewOrigins ? stepsOf(values) : errors, horizon)
  const band = (level: Level) => {
    const half = halfWidths(sizes, level / 100)
    return {
      lower: point.map((value, h) => Math.max(floor, value - (half[h] ?? 0))),
      upper: point.map((value, h) => value + (half[h] ?? 0)),
    }
  }
  return { method, point, bands: { 50: band(50), 80: band(80), 95: band(95) }, errors }
}

/** Below this many origins the errors of the method say too little; the steps of the series itself stand in. */
const fewOrigins = 4

const stepsOf = (values: readonly number[]): Path[] => values.slice(1).map((value, i) => [value - (values[i] ?? value)])

function originsOf(length: number, reach: number): number[] {
  const step = Math.max(1, Math.floor(reach / 4))
  const origins: number[] = []
  for (let end = length - reach; origins.length < mostOrigins && end >= Math.max(2, length / 2); end -= step) {
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
const [most, worse] = [3, 1.25]

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
    ({ error }, rank) => rank === 0 || (rank < most && error <= worse * (ranked[0]?.error ?? 0)),
  )
  const paths = chosen.map(({ candidate }) => candidate.path(end, horizon))
  const names = chosen.map(({ candidate }) => candidate.method)
  return {
    method: names.length === 1 ? (names[0] ?? '') : `mean of ${names.join(', ')}`,
    point: meanPath(paths, horizon).map((value) => Math.max(floor, value)),
    errors: (chosen[0]?.errors ?? []).map((_, origin) =>
      meanPath(
        chosen.map(({ errors }) => errors[origin] ?? []),
        chosen[0]?.errors[0]?.length ?? 0,
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
    const path = candidate.path(end, reach)
    const actual = values.slice(end, end + reach)
    error += meanAbsoluteError(actual, path)
    return actual.map((value, h) => value - (path[h] ?? Number.NaN))
  })
  return { candidate, errors, error: Number.isNaN(error) ? Number.POSITIVE_INFINITY : error }
}
