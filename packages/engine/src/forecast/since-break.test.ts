import { day, hour, type SeriesPoint } from '@kept/domain/series.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { knownBefore } from './backtest.ts'
import { forecastSeries } from './forecast-series.ts'
import { recordOf } from './record.ts'
import { sinceBreak } from './since-break.ts'

const first = Date.UTC(2026, 5, 1)
const week = (row: number) => [50, 55, 59, 54, 52, 30, 25][row % 7] ?? 0
const weeks = (days: number, start = first): SeriesPoint[] =>
  Array.from({ length: days }, (_, row) => ({ at: start + row * day, value: week(row) + ((row * 37) % 11) / 10 }))

describe('sinceBreak', () => {
  it('keeps rows beside a missing month, and leaves out those before a longer break', () => {
    const earlierWeeks = (missing: number) => weeks(40, first - (40 + missing) * day)
    expect(sinceBreak([...earlierWeeks(31), ...weeks(60)])).toHaveLength(100)
    expect(sinceBreak([...earlierWeeks(32), ...weeks(60)])).toEqual(weeks(60))
  })

  it('keeps the rows before a break that too few came after', () => {
    const long = weeks(200, first - 240 * day)
    expect(sinceBreak([...long, ...weeks(13)])).toHaveLength(213)
    expect(sinceBreak([...long, ...weeks(14)])).toHaveLength(14)
  })

  it('does not need two weeks where both sides together are no series', () => {
    expect(sinceBreak([...weeks(31, Date.UTC(2024, 2, 1)), ...weeks(5)])).toEqual(weeks(5))
  })

  it('takes the night of a service that is measured by the hour for no break', () => {
    const hours = Array.from({ length: 400 }, (_, row) => ({ at: first + row * hour, value: 1 }))
    expect(sinceBreak([...hours.slice(0, 100), ...hours.slice(200)])).toHaveLength(300)
  })
})

describe('days of long ago', () => {
  const island = fc.record({
    daysBack: fc.integer({ min: 60, max: 1200 }),
    values: fc.array(fc.integer({ min: 0, max: 1e6 }), { minLength: 1, maxLength: 28 }),
  })
  const withIsland = (
    points: SeriesPoint[],
    { daysBack, values }: { daysBack: number; values: number[] },
  ): SeriesPoint[] => [...values.map((value, row) => ({ at: first - (daysBack - row) * day, value })), ...points]

  it('never change a forecast, the forecast of days that are over, or the record', () => {
    fc.assert(
      fc.property(island, fc.integer({ min: 21, max: 120 }), (old, days) => {
        const points = weeks(days)
        const all = withIsland(points, old)
        expect(forecastSeries(all, { horizon: 30 })).toEqual(forecastSeries(points, { horizon: 30 }))
        const from = first + (days - 7) * day
        expect(knownBefore(all, from)).toEqual(knownBefore(points, from))
        expect(recordOf(all, 30)).toEqual(recordOf(points, 30))
      }),
      { numRuns: 40 },
    )
  })
})
