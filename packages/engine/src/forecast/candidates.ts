/** The ways of looking ahead that a series may choose from. */
import { type Calendar, learnUntil, pathOf, type Ridge, startRidge, weightsOf } from './ridge-autoregression.ts'

export interface Candidate {
  method: string
  /** It carries what the series has moved by on into the days to come. */
  grows?: boolean
  /** It goes wherever the rows before lead, up or down. */
  follows?: boolean
  /** It is the last season again. */
  repeats?: boolean
  /** The next `horizon` values, knowing only `values[0 .. end)`. To be asked with growing ends. */
  path(end: number, horizon: number): number[]
}

/** The value one season ago, again and again. */
export function seasonalNaive(values: readonly number[], season: number): Candidate {
  return {
    method: season === 1 ? 'naive' : `seasonal naive (${season})`,
    repeats: season > 1,
    path: (end, horizon) =>
      Array.from({ length: horizon }, (_, h) => values[end - season + (h % season)] ?? Number.NaN),
  }
}

/** The median of the last values, for series too short to say more. */
export function medianOfLast(values: readonly number[], count: number): Candidate {
  return {
    method: `median of the last ${count}`,
    path(end, horizon) {
      const last = values.slice(Math.max(0, end - count), end).sort((a, b) => a - b)
      const middle = last.length >> 1
      const median = last.length % 2 === 1 ? last[middle] : ((last[middle - 1] ?? 0) + (last[middle] ?? 0)) / 2
      return new Array<number>(horizon).fill(median ?? Number.NaN)
    },
  }
}

/** The mean of the last values, for charges that come now and then. */
export function meanOfLast(values: readonly number[], count: number): Candidate {
  return {
    method: `mean of the last ${count}`,
    path(end, horizon) {
      const last = values.slice(Math.max(0, end - count), end)
      return new Array<number>(horizon).fill(last.reduce((sum, value) => sum + value, 0) / last.length)
    },
  }
}

interface RidgeOrder {
  /** The units of an autoregression are set on the rows before the first origin. */
  from: number
  lags: readonly number[]
  calendar?: Calendar | undefined
}

/** Autoregression on the values as they are. */
export function onLevel(values: readonly number[], order: RidgeOrder): Candidate {
  const ahead = autoregression(values, order, order.from)
  return { method: 'ridge autoregression', follows: true, path: ahead }
}

/** Autoregression on logarithms, for what grows by shares; values must be above zero. */
export function onLogarithm(values: readonly number[], order: RidgeOrder): Candidate {
  const ahead = autoregression(values.map(Math.log), order, order.from)
  return {
    method: 'ridge autoregression on logarithms',
    follows: true,
    path: (end, horizon) => ahead(end, horizon).map(Math.exp),
  }
}

/** Autoregression on changes of logarithms, for what drifts; values must be above zero. */
export function onGrowth(values: readonly number[], order: RidgeOrder): Candidate {
  const growth = values.slice(1).map((value, i) => Math.log(value / (values[i] ?? value)))
  const calendar = order.calendar
  const ahead = autoregression(growth, { ...order, calendar: calendar && ((row) => calendar(row + 1)) }, order.from - 1)
  return {
    method: 'ridge autoregression on growth',
    follows: true,
    path(end, horizon) {
      let level = Math.log(values[end - 1] ?? 1)
      return ahead(end - 1, horizon).map((change) => {
        level += change
        return Math.exp(level)
      })
    },
  }
}

function autoregression(values: readonly number[], { lags, calendar }: RidgeOrder, from: number) {
  const series = Float64Array.from(values)
  let ridge: Ridge | undefined
  return (end: number, horizon: number): number[] => {
    ridge ??= startRidge(series, from, lags, calendar)
    learnUntil(ridge, series, end)
    const weights = weightsOf(ridge)
    return weights ? pathOf(ridge, weights, series, end, horizon) : new Array<number>(horizon).fill(Number.NaN)
  }
}
