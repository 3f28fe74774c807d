/**
 * Series of many kinds with their continuation, to evaluate forecasts: short and long, with and without seasonality,
 * with level shifts, with zeros, of any size. They are independent of any forecasting method.
 */
import { normal, type Random, random } from '../random.ts'

export interface ForecastWorld {
  /** Milliseconds between rows. */
  step: number
  season: number
  past: number[]
  future: number[]
}

export interface WorldKind {
  label: string
  step: number
  season: number
  lengths: readonly [number, number]
  horizon: number
  /** The values of all rows; the first `known` of them are the past. */
  generate(world: Random, rows: number, pastRows: number): number[]
}

const hour = 3_600_000
const day = 24 * hour
const month = 30.4375 * day

/** One series of a kind; the same seed gives the same one. */
export function forecastWorld({ step, season, lengths, horizon, generate }: WorldKind, seed: string): ForecastWorld {
  const world = random(`forecast/${seed}`)
  const pastRows = world.integer(...lengths)
  const values = generate(world, pastRows + horizon, pastRows)
  return { step, season, past: values.slice(0, pastRows), future: values.slice(pastRows) }
}

const between = (world: Random, low: number, high: number) => low + (high - low) * world.next()
const rowsOf = (rows: number, valueAt: (row: number) => number) =>
  Array.from({ length: rows }, (_, row) => valueAt(row))

const short: Pick<WorldKind, 'step' | 'season' | 'lengths' | 'horizon'> = {
  step: day,
  season: 7,
  lengths: [3, 30],
  horizon: 7,
}

/** The shape of a season, one number per row, around zero. */
const shape = (world: Random, season: number) => {
  const [phase, second] = [between(world, 0, 2 * Math.PI), between(world, 0, 2 * Math.PI)]
  return rowsOf(season, (i) => {
    const angle = (2 * Math.PI * i) / season
    return Math.sin(angle + phase) + 0.4 * Math.sin(2 * angle + second) + 0.1 * normal(world)
  })
}

/** Autocorrelated noise. */
function remembering(world: Random, rows: number, memory: number): number[] {
  let noise = normal(world)
  return rowsOf(rows, () => {
    noise = memory * noise + Math.sqrt(1 - memory ** 2) * normal(world)
    return noise
  })
}

function seasonal(world: Random, rows: number, season: number, growth: number): number[] {
  const [level, size, noise] = [10 ** between(world, 0, 4), between(world, 0.1, 0.5), between(world, 0.02, 0.15)]
  const [rhythm, errors] = [shape(world, season), remembering(world, rows, between(world, 0, 0.6))]
  const rise = between(world, -growth, 2 * growth)
  return rowsOf(rows, (row) =>
    Math.max(0, level * (1 + rise * row) * (1 + size * (rhythm[row % season] ?? 0) + noise * (errors[row] ?? 0))),
  )
}

export const worldKinds: readonly WorldKind[] = [
  {
    ...short,
    label: 'short, level with noise',
    generate: (world, rows) => {
      const [level, noise] = [10 ** between(world, 0, 4), between(world, 0.02, 0.3)]
      return rowsOf(rows, () => Math.max(0, level * (1 + noise * normal(world))))
    },
  },
  {
    ...short,
    label: 'short, linear trend',
    generate: (world, rows) => {
      const [level, slope, noise] = [10 ** between(world, 0, 4), between(world, -0.02, 0.2), between(world, 0.005, 0.1)]
      return rowsOf(rows, (row) => Math.max(0, level * (1 + slope * row + noise * normal(world))))
    },
  },
  {
    ...short,
    label: 'short, exponential growth',
    generate: (world, rows) => {
      const [level, growth, noise] = [10 ** between(world, 0, 4), between(world, 0.01, 0.12), between(world, 0.01, 0.1)]
      return rowsOf(rows, (row) => level * (1 + growth) ** row * Math.max(0.1, 1 + noise * normal(world)))
    },
  },
  {
    ...short,
    label: 'short, random walk',
    generate: (world, rows) => {
      const [noise, drift] = [between(world, 0.01, 0.1), between(world, -0.02, 0.04)]
      let level = 10 ** between(world, 0, 4)
      return rowsOf(rows, () => {
        level *= Math.exp(drift + noise * normal(world))
        return level
      })
    },
  },
  {
    ...short,
    label: 'short, weekly pattern',
    lengths: [10, 30],
    generate: (world, rows) => seasonal(world, rows, 7, 0.003),
  },
  {
    label: 'daily, weekly pattern',
    step: day,
    season: 7,
    lengths: [31, 400],
    horizon: 14,
    generate: (world, rows) => seasonal(world, rows, 7, 0.001),
  },
  {
    label: 'daily, weekly pattern, outliers',
    step: day,
    season: 7,
    lengths: [31, 400],
    horizon: 14,
    generate: (world, rows) => {
      const values = seasonal(world, rows, 7, 0.001)
      const often = between(world, 0.005, 0.03)
      return values.map((value) => (world.next() < often ? value * between(world, 1.8, 6) : value))
    },
  },
  {
    label: 'monthly, yearly pattern',
    step: month,
    season: 12,
    lengths: [24, 120],
    horizon: 12,
    generate: (world, rows) => seasonal(world, rows, 12, 0.005),
  },
  {
    label: 'hourly, daily and weekly patterns',
    step: hour,
    season: 24,
    lengths: [336, 1000],
    horizon: 48,
    generate: (world, rows) => {
      const [days, weeks] = [seasonal(world, rows, 24, 0), shape(world, 7)]
      return days.map((value, row) => value * Math.max(0.1, 1 + 0.15 * (weeks[Math.floor(row / 24) % 7] ?? 0)))
    },
  },
  {
    label: 'intermittent',
    step: day,
    season: 7,
    lengths: [20, 300],
    horizon: 14,
    generate: (world, rows) => {
      const [chance, size] = [between(world, 0.1, 0.5), 10 ** between(world, 0, 3)]
      return rowsOf(rows, () => (world.chance(chance) ? size * Math.exp(0.4 * normal(world)) : 0))
    },
  },
  {
    label: 'level shifted shortly before the end',
    step: day,
    season: 7,
    lengths: [60, 300],
    horizon: 14,
    generate: (world, rows, pastRows) => {
      const [shiftRow, factor] = [pastRows - world.integer(3, 14), between(world, 1.3, 3)]
      return seasonal(world, rows, 7, 0.0005).map((value, row) => (row >= shiftRow ? value * factor : value))
    },
  },
  {
    label: 'random walk, weekly rows',
    step: 7 * day,
    season: 1,
    lengths: [80, 400],
    horizon: 13,
    generate: (world, rows) => {
      const noise = between(world, 0.01, 0.08)
      let level = 10 ** between(world, 0, 4)
      return rowsOf(rows, () => {
        level *= Math.exp(noise * normal(world))
        return level
      })
    },
  },
  {
    label: 'tiny (times 1e-9)',
    step: day,
    season: 7,
    lengths: [31, 200],
    horizon: 14,
    generate: (world, rows) => seasonal(world, rows, 7, 0.001).map((value) => value * 1e-9),
  },
  {
    label: 'huge (times 1e12)',
    step: day,
    season: 7,
    lengths: [31, 200],
    horizon: 14,
    generate: (world, rows) => seasonal(world, rows, 7, 0.001).map((value) => value * 1e12),
  },
]
