/** Ways of looking ahead that need next to no past: for series too short for an autoregression. */
import { theilSen } from '../maths/theil-sen.ts'
import type { Candidate } from './candidates.ts'

/** The last value, again and again. */
export function lastValue(values: readonly number[]): Candidate {
  return {
    method: 'naive',
    path: (end, horizon) => new Array<number>(horizon).fill(values[end - 1] ?? Number.NaN),
  }
}

/** From the last value on, by as much a row as it has moved so far. */
export function drift(values: readonly number[]): Candidate {
  return {
    method: 'naive with drift',
    grows: true,
    path(end, horizon) {
      const [first, last] = [values[0] ?? 0, values[end - 1] ?? 0]
      const step = end > 1 ? (last - first) / (end - 1) : 0
      return Array.from({ length: horizon }, (_, h) => last + step * (h + 1))
    },
  }
}

/** Rows a line is laid through. */
const lineRows = 30

/** A line through the last rows that a few odd ones cannot turn. */
export function line(values: readonly number[]): Candidate {
  return {
    method: 'line',
    grows: true,
    path(end, horizon) {
      const from = Math.max(0, end - lineRows)
      const { slope, intercept } = theilSen(values.slice(from, end))
      return Array.from({ length: horizon }, (_, h) => intercept + slope * (end - from + h))
    },
  }
}

/** A mean in which every earlier row counts this share less. */
export function smoothed(values: readonly number[], forgetting: number): Candidate {
  return {
    method: `smoothed mean (${forgetting})`,
    path(end, horizon) {
      let level = values[0] ?? Number.NaN
      for (let row = 1; row < end; row += 1) level += forgetting * ((values[row] ?? level) - level)
      return new Array<number>(horizon).fill(level)
    },
  }
}

/** The value one season ago, moved by as much as the last season stands above the one before. */
export function seasonalDrift(values: readonly number[], season: number): Candidate {
  return {
    method: `seasonal naive (${season}) with drift`,
    grows: true,
    path(end, horizon) {
      const seasons = Math.floor(end / season)
      const total = (from: number) => values.slice(from, from + season).reduce((sum, value) => sum + value, 0)
      const move = seasons < 2 ? 0 : (total(end - season) - total(end - 2 * season)) / season
      return Array.from({ length: horizon }, (_, h) => {
        const earlier = values[end - season + (h % season)] ?? Number.NaN
        return earlier + move * (1 + Math.floor(h / season))
      })
    },
  }
}

/** Rows growth goes on for as seen, and what is left of it on each row after them. */
const [goesOn, damping] = [7, 0.9]

/** The same, with growth that wears off: of young services few grow for as long again as they are old. */
export function damped(candidate: Candidate): Candidate {
  if (!candidate.grows) return candidate
  return {
    ...candidate,
    path(end, horizon) {
      const path = candidate.path(end, horizon)
      let moved = path[0] ?? Number.NaN
      return path.map((value, h) => {
        if (h > 0) moved += (value - (path[h - 1] ?? value)) * damping ** Math.max(0, h + 1 - goesOn)
        return moved
      })
    },
  }
}

/** Said of a method that works by shares. */
export const onLogarithms = 'on logarithms'

/** The same on logarithms, for what grows by shares; values must be above zero. */
export function byShares(values: readonly number[], create: (logarithms: readonly number[]) => Candidate): Candidate {
  const { method, grows, path } = create(values.map(Math.log))
  return {
    method: `${method} ${onLogarithms}`,
    ...(grows ? { grows } : {}),
    path: (end, horizon) => path(end, horizon).map(Math.exp),
  }
}
