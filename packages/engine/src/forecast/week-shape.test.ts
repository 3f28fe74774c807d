import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { baseline, forecastOf, valuesOf } from './testing/daily-cost.ts'
import { atTodaysWeek } from './week-shape.ts'

/** Rows 5 and 6 of seven are the weekend of these days. */
const isWeekend = (row: number) => row % 7 >= 5

/** The largest share a day of the forecast is off by. */
const worst = (points: readonly number[], first: number, shareAt: (row: number) => number) =>
  Math.max(...points.map((point, h) => Math.abs(point / (baseline(first + h) * shareAt(first + h)) - 1)))

describe('a week that took another shape', () => {
  it('is gone on with, whichever days moved and however long ago', () => {
    for (const [days, share] of [
      [12, 0.3],
      [20, 0.2],
      [20, 2.5],
      [34, 0.5],
    ] as const) {
      const shareAt = (row: number) => (row >= 200 - days && isWeekend(row) ? share : 1)
      const { point } = forecastOf(valuesOf(200, (value, row) => value * shareAt(row)))
      expect(worst(point, 200, shareAt)).toBeLessThan(0.15)
    }
  })

  it('is gone on with where the level moved with it', () => {
    const shareAt = (row: number) => (row < 165 ? 1 : isWeekend(row) ? 0.6 : 2)
    const { point } = forecastOf(valuesOf(200, (value, row) => value * shareAt(row)))
    expect(worst(point, 200, shareAt)).toBeLessThan(0.15)
  })

  it('brings what was before to it, and leaves the days that stayed as they were', () => {
    const values = valuesOf(200, (value, row) => (row >= 180 && isWeekend(row) ? 0.3 * value : value))
    const { values: reshaped, newWeekRows } = atTodaysWeek(values, 7)
    // The last weekend of old ends on row 174; nothing tells when in the week after it the move was.
    expect(newWeekRows).toBe(200 - 175)
    for (const [row, value] of values.entries()) {
      if (!isWeekend(row) || row >= 180) expect(reshaped[row]).toBe(value)
      else expect(reshaped[row]).toBeGreaterThan(0.25 * value)
      if (isWeekend(row) && row < 175) expect(reshaped[row]).toBeLessThan(0.35 * value)
    }
  })

  it('is none where public holidays fell on the same business days of two weeks', () => {
    // Thursday and Friday of the last week but one and of the week after it, as quiet as weekends.
    const isHoliday = (row: number) => [185, 186, 192, 193].includes(row)
    for (const after of [194, 196, 199]) {
      const values = valuesOf(after, (value, row) => (isHoliday(row) ? 0.6 * value : value))
      expect(atTodaysWeek(values, 7)).toEqual({ values, newWeekRows: 0 })
    }
    // Seen in a third week as well, it is the week of now.
    const lasting = valuesOf(203, (value, row) => ([3, 4].includes(row % 7) && row >= 185 ? 0.6 * value : value))
    expect(atTodaysWeek(lasting, 7).newWeekRows).toBeGreaterThan(0)
  })

  it('is none where one weekend was odd, where days apart were, or where nothing moved', () => {
    const odd = [
      valuesOf(200, (value, row) => (row >= 194 && isWeekend(row) ? 0.3 * value : value)),
      valuesOf(200, (value, row) => (row >= 180 && (row % 7 === 1 || row % 7 === 4) ? 0.3 * value : value)),
      valuesOf(200),
      valuesOf(200, (value, row) => value * 1.004 ** row),
    ]
    // Twelve weeks and a row less do not tell what is usual, and how far from it days are.
    odd.push(valuesOf(83, (value, row) => (row >= 63 && isWeekend(row) ? 0.3 * value : value)))
    for (const values of odd) expect(atTodaysWeek(values, 7)).toEqual({ values, newWeekRows: 0 })
  })

  it('is found whatever the currency, and never in values of nothing or below it', () => {
    const values = valuesOf(150, (value, row) => (row >= 130 && isWeekend(row) ? 0.3 * value : value))
    fc.assert(
      fc.property(fc.double({ min: 1e-6, max: 1e6, noNaN: true }), (rate) => {
        expect(
          atTodaysWeek(
            values.map((value) => rate * value),
            7,
          ).newWeekRows,
        ).toBe(atTodaysWeek(values, 7).newWeekRows)
      }),
    )
    for (const amount of [0, -1]) {
      const withOne = values.with(140, amount)
      expect(atTodaysWeek(withOne, 7)).toEqual({ values: withOne, newWeekRows: 0 })
    }
  })
})
