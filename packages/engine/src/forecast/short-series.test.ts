import { day } from '@kept/domain/series.ts'
import { describe, expect, it } from 'vitest'
import { coverage } from './accuracy.ts'
import { forecastSeries } from './forecast-series.ts'
import { atTodaysLevel } from './level-shift.ts'
import { shortOrigins } from './short-series.ts'
import { studentFactor } from './student.ts'

/** Noise in [-0.5, 0.5) from a seed. */
function noises(count: number, seed: number): number[] {
  let state = seed
  return Array.from({ length: count }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32 - 0.5
  })
}
const forecastOf = (values: readonly number[], horizon: number) => {
  const forecast = forecastSeries(
    values.map((value, row) => ({ at: row * day, value })),
    { horizon },
  )
  if (!forecast) throw new Error('too short')
  return forecast
}
const inBand95 = (series: (noise: number, row: number) => number, rows: number) => {
  const runs = 80
  let inside = 0
  for (let run = 1; run <= runs; run += 1) {
    const values = noises(rows + 7, run * 7919).map((noise, row) => series(noise, row))
    inside += coverage(values.slice(rows), forecastOf(values.slice(0, rows), 7).bands[95]) / runs
  }
  return inside
}

describe('a short series', () => {
  it.each([8, 15, 30])('of %i rows that rises or stays keeps within its band, and follows its rise', (rows) => {
    for (const series of [
      (noise: number) => 100 + 20 * noise,
      (noise: number, row: number) => 100 + 10 * row + 20 * noise,
      (noise: number, row: number) => 100 * 1.05 ** row * (1 + 0.1 * noise),
    ]) {
      expect(inBand95(series, rows)).toBeGreaterThan(0.9)
    }
    const rising = Array.from({ length: rows }, (_, row) => 100 + 10 * row)
    for (const [h, value] of forecastOf(rising, 7).point.entries())
      expect(Math.abs(value - (100 + 10 * (rows + h)))).toBeLessThan(3)
  })

  it('of three rows has a range, and one that widens with the distance', () => {
    const { bands } = forecastOf([1, 5, 3], 4)
    expect(bands[95].upper[3] ?? 0).toBeGreaterThan(bands[95].upper[0] ?? 0)
    expect(bands[95].upper[0] ?? 0).toBeGreaterThan(5)
  })

  it('is tried from every row that all ways can start from', () => {
    expect(shortOrigins(3, 7, false)).toEqual([2])
    expect(shortOrigins(9, 1, false)).toEqual([4, 5, 6, 7, 8])
    expect(shortOrigins(22, 7, false)[0]).toBe(14)
    expect(shortOrigins(70, 7, false)).toHaveLength(30)
  })
})

describe("Student's factor", () => {
  it.each([
    [95, 5, 2.571 / 1.96],
    [95, 30, 2.042 / 1.96],
    [80, 5, 1.476 / 1.2816],
    [50, 5, 0.727 / 0.6745],
  ] as const)('at %i %% with %i trials is near the table', (level, trials, factor) => {
    expect(studentFactor(level, trials)).toBeCloseTo(factor, 1)
  })
})

describe('a level that moved', () => {
  const week = (row: number, noise: number) => (100 + [0, 5, 9, 4, 2, -20, -25][row % 7]!) * (1 + 0.04 * noise)
  const shifted = (shiftRow: number, rows: number) =>
    noises(rows, 11).map((noise, row) => week(row, noise) * (row >= shiftRow ? 2 : 1))

  it('a few days ago is where the forecast starts from, and it says so', () => {
    const { point, method } = forecastOf(shifted(95, 100), 7)
    for (const [h, value] of point.entries()) expect(Math.abs(value / (2 * week(100 + h, 0)) - 1)).toBeLessThan(0.15)
    expect(method).toMatch(/, at the level of the last 5$/)
  })

  it('is not seen in one odd day, a weekend, growth, or zeros', () => {
    const spike = shifted(1000, 100).map((value, row) => (row === 98 ? 3 * value : value))
    const growth = noises(100, 5).map((noise, row) => week(row, noise) * 1.01 ** row)
    for (const values of [
      shifted(1000, 100),
      spike,
      growth,
      shifted(95, 100).map((value, row) => (row === 3 ? 0 : value)),
    ])
      expect(atTodaysLevel(values, 7, false)).toEqual({ values, newLevelRows: 0 })
  })
})
