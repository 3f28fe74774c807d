import { day, hour } from '@kept/domain/series.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { coverage, meanAbsoluteError } from './accuracy.ts'
import { onGrowth, onLevel, onLogarithm, seasonalNaive } from './candidates.ts'
import { bandsOf, conformalQuantile, halfWidths, independentTrials, pathsApart, widened } from './conformal.ts'
import { forecastSeries } from './forecast-series.ts'
import { forecastValues } from './forecast-values.ts'
import { lagsOf, seasonOf } from './frequency.ts'
import { regular } from './regular.ts'
import { intervalScore, seasonalScale, smape } from './testing/m4-accuracy.ts'

/** Noise in [-0.5, 0.5) from a seed. */
function noises(count: number, seed = 3): number[] {
  let state = seed
  return Array.from({ length: count }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32 - 0.5
  })
}
const order = { horizon: 14, season: 7, lags: lagsOf(day, 7) }

describe('accuracy', () => {
  it('by hand', () => {
    expect(smape([100, 0], [50, 0])).toBeCloseTo((200 * 50) / 150 / 2, 9)
    expect(meanAbsoluteError([1, 2], [2, 4])).toBe(1.5)
    expect(seasonalScale([1, 2, 4, 8], 2)).toBe(4.5)
    const band = { lower: [0, 0], upper: [10, 10] }
    expect(intervalScore([5, 12], band, 0.05)).toBe((10 + 10 + 40 * 2) / 2)
    expect(coverage([5, 12], band)).toBe(0.5)
  })
})

describe('intervals', () => {
  it('take the conformal rank, and stretch the largest when there are too few', () => {
    expect(conformalQuantile([1, 2, 3, 4, 5, 6, 7, 8, 9], 0.5)).toBe(5)
    expect(conformalQuantile([1, 2, 3, 4], 0.95)).toBe((4 * 5) / 4)
    expect(conformalQuantile([3], 0.95)).toBe(6)
    expect(widened(new Array(99).fill(2), 95, 1e9)).toBeCloseTo(2, 6)
    // Student's 95 % with ten degrees of freedom is 2.228, the normal one 1.960.
    expect(widened(new Array(99).fill(1.96), 95, 10)).toBeCloseTo(2.228, 2)
  })

  it('grow with the size of errors, and beyond the reach of the backtest with the root of the distance', () => {
    const bands = bandsOf(
      [
        [1, -2],
        [-1, 2],
      ],
      8,
    )
    expect(bands.size.slice(0, 2)).toEqual([1.5, 1.5])
    expect(bands.size[7]).toBeCloseTo(1.5 * Math.sqrt(4), 9)
    const [first = 0, last = 0] = [halfWidths(bands, 80, 9)[0], halfWidths(bands, 80, 9)[7]]
    expect(last).toBeGreaterThan(first)
  })

  it('know how much their trials are worth', () => {
    const apart = pathsApart(new Array(20).fill([1, 2, 3, 4]), 1)
    expect(apart).toBe(1 + 19 / 4)
    expect(independentTrials([[1, 1, 1, 1]], 3)).toBe(3)
    expect(independentTrials([[1, -1, 1, -1]], 3)).toBe(12)
  })

  it('cover what they promise when the future is like the past', () => {
    let [inside95, inside50] = [0, 0]
    for (let run = 0; run < 60; run += 1) {
      const values = noises(214, run + 1).map((noise, i) => 100 + 15 * Math.sin((2 * Math.PI * i) / 7) + 20 * noise)
      const { bands } = forecastValues(values.slice(0, 200), order)
      inside95 += coverage(values.slice(200), bands[95]) / 60
      inside50 += coverage(values.slice(200), bands[50]) / 60
    }
    expect(inside95).toBeGreaterThan(0.92)
    expect(inside95).toBeLessThan(0.99)
    expect(inside50).toBeGreaterThan(0.42)
    expect(inside50).toBeLessThan(0.65)
  })
})

describe('candidates', () => {
  const week = Array.from({ length: 120 }, (_, i) => 50 + [0, 5, 9, 4, 2, -20, -25][i % 7]!)
  it('find a rhythm again', () => {
    for (const createCandidate of [onLevel, onLogarithm, onGrowth]) {
      const path = createCandidate(week, { from: 100, lags: lagsOf(day, 7).slice(0, 12) }).path(120, 14)
      for (const [h, value] of path.entries()) expect(Math.abs(value - week[(120 + h) % 7]!)).toBeLessThan(3)
    }
    expect(seasonalNaive(week, 7).path(120, 3)).toEqual([week[1], week[2], week[3]])
  })

  it('know only what lies before their origin', () => {
    const values = noises(160).map((noise) => 10 + noise)
    const changed = values.map((value, i) => (i >= 130 ? value * 50 : value))
    for (const createCandidate of [onLevel, onLogarithm, onGrowth]) {
      const request = { from: 120, lags: [1, 2, 7] }
      expect(createCandidate(values, request).path(130, 5)).toEqual(createCandidate(changed, request).path(130, 5))
    }
  })

  it('learn that the first of the month costs more', () => {
    const timeAt = (row: number) => Date.UTC(2026, 0, 1) + row * day
    const isFirst = (row: number) => new Date(timeAt(row)).getUTCDate() === 1
    const points = noises(300).map((noise, i) => ({ at: timeAt(i), value: 100 + noise + (isFirst(i) ? 400 : 0) }))
    const forecast = forecastSeries(points, { horizon: 40 })
    expect(forecast?.point.map((value) => value > 250)).toEqual(Array.from({ length: 40 }, (_, h) => isFirst(300 + h)))
  })
})

describe('a forecast', () => {
  const timeAt = (row: number, step = day) => Date.UTC(2025, 0, 1) + row * step
  it('makes no forecast from fewer than three values, and one with a range from three', () => {
    expect(
      forecastSeries(
        [
          { at: 0, value: 1 },
          { at: day, value: null },
        ],
        { horizon: 2 },
      ),
    ).toBeNull()
    const three = forecastSeries(
      [1, 5, 3].map((value, i) => ({ at: timeAt(i), value })),
      { horizon: 4 },
    )
    expect(three!.bands[95].upper[3]!).toBeGreaterThan(three!.bands[95].upper[0]!)
  })

  it('of what never moves is sure, and of what was never negative not negative', () => {
    const flat = forecastSeries(
      Array.from({ length: 60 }, (_, i) => ({ at: timeAt(i), value: 7 })),
      { horizon: 9 },
    )
    for (const value of [flat!.point, flat!.bands[95].lower, flat!.bands[95].upper].flat())
      expect(value).toBeCloseTo(7, 9)
    const rare = Array.from({ length: 90 }, (_, i) => ({ at: timeAt(i), value: i % 10 === 0 ? 50 : 0 }))
    const { point, bands } = forecastSeries(rare, { horizon: 9 })!
    expect([...point, ...bands[95].lower].every((value) => value >= 0)).toBe(true)
  })

  it('is finite and in order, whatever the values', () => {
    const value = fc.oneof(fc.double({ min: -1e9, max: 1e9, noNaN: true }), fc.constantFrom(0, 1e-9), fc.constant(null))
    fc.assert(
      fc.property(
        fc.array(value, { minLength: 3, maxLength: 90 }),
        fc.integer({ min: 1, max: 60 }),
        (values, horizon) => {
          const forecast = forecastSeries(
            values.map((sample, i) => ({ at: timeAt(i), value: sample })),
            { horizon },
          )
          if (!forecast) return
          forecast.point.forEach((point, h) => {
            const { 95: wide, 80: middle, 50: narrow } = forecast.bands
            const line = [
              wide.lower[h]!,
              middle.lower[h]!,
              narrow.lower[h]!,
              point,
              narrow.upper[h]!,
              middle.upper[h]!,
              wide.upper[h]!,
            ]
            expect(line.every(Number.isFinite)).toBe(true)
            expect(line).toEqual(line.toSorted((a, b) => a - b))
          })
        },
      ),
      { numRuns: 60 },
    )
  })

  it('scales with its series', () => {
    const points = noises(200).map((noise, i) => ({
      at: timeAt(i, hour),
      value: 5 + Math.sin((2 * Math.PI * i) / 24) + noise,
    }))
    const forecast = forecastSeries(points, { horizon: 24 })!
    const large = forecastSeries(
      points.map(({ at: time, value }) => ({ at: time, value: value * 1024 })),
      { horizon: 24 },
    )!
    expect(large.method).toBe(forecast.method)
    for (const [h, value] of large.point.entries()) expect(value / 1024).toBeCloseTo(forecast.point[h]!, 6)
  })
})

describe('a regular grid', () => {
  it('orders, keeps the last of equal times, and fills a gap from the season before', () => {
    const values = [1, 2, 3, 4, 5, 6, 7, 10, 20]
    const points = values.map((value, i) => ({ at: i * day, value }))
    const holed = [...points.slice(0, 8), { at: 9 * day, value: 99 }, { at: 8 * day, value: null }].reverse()
    const { values: filled, step, filled: gaps, timeAt } = regular([...holed, { at: 0, value: 0.5 }], () => 7)
    expect(filled).toEqual([0.5, 2, 3, 4, 5, 6, 7, 10, 2, 99])
    expect([step, gaps, timeAt(10)]).toEqual([day, 1, 10 * day])
  })

  it('counts months by the calendar', () => {
    const months = [0, 1, 2, 3, 4].map((month) => ({ at: Date.UTC(2026, month, 1), value: month }))
    const grid = regular(months, seasonOf)
    expect([grid.values, new Date(grid.timeAt(5)).toISOString()]).toEqual([[0, 1, 2, 3, 4], '2026-06-01T00:00:00.000Z'])
    expect(seasonOf(grid.step)).toBe(12)
  })

  it('takes rows without rhythm one by one', () => {
    const irregular = [0, 1, 2, 3, 500_000, 900_000].map((minute, i) => ({ at: minute * 60_000, value: i }))
    expect(regular(irregular, () => 1).values).toEqual([0, 1, 2, 3, 4, 5])
  })
})
