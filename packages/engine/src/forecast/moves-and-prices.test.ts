import { describe, expect, it } from 'vitest'
import { blend, type Tried } from './blend.ts'
import { rowsAtFixedPrice } from './fixed-price.ts'
import { damped, drift } from './simple-candidates.ts'
import { growsSteadily } from './steady-growth.ts'
import { baseline, forecastOf, valuesOf } from './testing/daily-cost.ts'

/** The largest share a day is off by. */
const worst = (points: readonly number[], factor: number, first: number) =>
  Math.max(...points.map((point, h) => Math.abs(point / (factor * baseline(first + h)) - 1)))

describe('a level that moved in several steps', () => {
  it('is the one after the last step, when both lie in the last days', () => {
    const values = valuesOf(150, (value, row) => value * (row >= 141 ? 0.7 : 1) * (row >= 146 ? 0.6 : 1))
    const { point, method } = forecastOf(values)
    expect(worst(point, 0.42, 150)).toBeLessThan(0.1)
    expect(method).toContain('at the level of the last 4')
  })

  it('moves on business days alone, when the weekend shows that it stayed', () => {
    // Row 150 is a Thursday of these weeks: rows 5 and 6 of seven are the weekend.
    const isOff = (row: number) => row >= 143 && row % 7 < 5
    const { point } = forecastOf(valuesOf(151, (value, row) => (isOff(row) ? 0.4 * value : value)))
    for (const [h, value] of point.entries())
      expect(Math.abs(value / (baseline(151 + h) * ((151 + h) % 7 < 5 ? 0.4 : 1)) - 1)).toBeLessThan(0.12)
  })

  it('is no level of business days where all days moved twice', () => {
    const values = valuesOf(200, (value, row) => value * (row >= 110 ? 2 : 1) * (row >= 181 ? 0.4 : 1))
    expect(worst(forecastOf(values).point, 0.8, 200)).toBeLessThan(0.12)
  })

  it('is none where most days cost next to nothing', () => {
    const values = Array.from({ length: 200 }, (_, row) =>
      row % 3 === 0 || row > 196 ? 50 + (row % 7) : 1e-5 * (row % 5),
    )
    const { point } = forecastOf(values)
    expect(Math.max(...point)).toBeLessThan(40)
    expect(Math.min(...point)).toBeGreaterThan(8)
  })

  it('is not gone on with after a ramp that has ended', () => {
    for (const days of [10, 25]) {
      const ramp = (row: number) => 1 + 1.5 * Math.max(0, Math.min(1, (row - 150 + days) / days))
      const { point } = forecastOf(valuesOf(180, (value, row) => value * ramp(row)))
      expect(worst(point, 2.5, 180)).toBeLessThan(0.12)
    }
  })
})

describe('growth', () => {
  it('is steady where each season adds about the same share, and still does', () => {
    expect(
      growsSteadily(
        valuesOf(120, (value, row) => value * 1.006 ** row),
        7,
      ),
    ).toBe(true)
    expect(
      growsSteadily(
        valuesOf(120, (value, row) => value * 0.994 ** row),
        7,
      ),
    ).toBe(true)
    expect(growsSteadily(valuesOf(120), 7)).toBe(false)
    expect(
      growsSteadily(
        valuesOf(120, (value, row) => value * 1.006 ** Math.min(row, 98)),
        7,
      ),
    ).toBe(false)
    expect(
      growsSteadily(
        valuesOf(40, (value, row) => value * 1.006 ** row),
        7,
      ),
    ).toBe(false)
    expect(growsSteadily(new Array<number>(120).fill(0), 7)).toBe(false)
  })

  it('of a fifth a month is forecast without a bias', () => {
    const values = valuesOf(208, (value, row) => value * 1.2 ** (row / 30))
    const sum = (list: readonly number[]) => list.reduce((total, value) => total + value, 0)
    const { point } = forecastOf(values.slice(0, 180))
    expect(Math.abs(sum(point) / sum(values.slice(180)) - 1)).toBeLessThan(0.02)
  })

  it('of a young service wears off after a week', () => {
    const path = damped(drift([0, 10, 20, 30, 40])).path(5, 30)
    expect(path.slice(0, 7)).toEqual([50, 60, 70, 80, 90, 100, 110])
    expect(path.at(-1)).toBeLessThan(210)
    expect(path.at(-1)).toBeGreaterThan(180)
  })
})

describe('one amount a day', () => {
  it('is a price once a week of it has no like before', () => {
    const values = [...valuesOf(60), ...new Array<number>(8).fill(2.5)]
    expect(rowsAtFixedPrice(values)).toBe(8)
    const { point, bands } = forecastOf(values, 10)
    expect(point).toEqual(new Array<number>(10).fill(2.5))
    expect([bands[80].lower[0], bands[80].upper[0]]).toEqual([2.5, 2.5])
    // The end is a week old: the widest band still knows of the days before.
    expect(bands[95].upper[0]).toBeGreaterThan(50)
    expect(forecastOf([...values, ...new Array<number>(10).fill(2.5)], 10).bands[95].upper[0]).toBe(2.5)
  })

  it('is none where cents come out alike anyway, where it is new, or where it is nothing', () => {
    const cents = Array.from({ length: 60 }, (_, row) => (row % 9 < 6 ? 0.02 : 0.03))
    expect(rowsAtFixedPrice([...cents, ...new Array<number>(5).fill(0.02)])).toBe(0)
    expect(rowsAtFixedPrice([...valuesOf(60), 5, 5, 5, 5, 5])).toBe(0)
    expect(rowsAtFixedPrice([...valuesOf(60), ...new Array<number>(20).fill(0)])).toBe(0)
    expect(rowsAtFixedPrice(new Array<number>(60).fill(3))).toBe(0)
  })
})

describe('the mean of the best', () => {
  const entry = (method: string, error: number, more: object = {}): Tried => ({
    candidate: { method, path: (_, horizon) => new Array<number>(horizon).fill(error), ...more },
    errors: [[error, -error]],
    error,
  })
  const order = { end: 100, horizon: 2, floor: 0, isDays: true, isShort: false, isGrowing: false }
  const lastWeek = entry('last week', 20, { repeats: true })

  it('is partly last week, and errs as they do together', () => {
    const { point, errors, method } = blend([entry('level', 10), entry('bad', 90), lastWeek], order)
    expect(method).toBe('mean of level, last week')
    expect(point.map((value) => Math.round(value * 1e6) / 1e6)).toEqual([13, 13])
    expect(errors[0]?.[1]).toBeCloseTo(-13, 6)
  })

  it('is not where last week is among them, where they grow, or within days', () => {
    const names = (tried: Tried[], more: object = {}) => blend(tried, { ...order, ...more }).method
    expect(names([entry('level', 10), entry('last week', 11, { repeats: true })])).toBe('mean of level, last week')
    expect(names([entry('line', 5, { grows: true }), lastWeek])).toBe('line')
    expect(names([entry('level', 10), lastWeek], { isDays: false })).toBe('level')
  })

  it('keeps to no level where growth is shown', () => {
    const tried = [entry('level', 10), entry('line', 30, { grows: true }), lastWeek]
    expect(blend(tried, { ...order, isGrowing: true }).method).toBe('line')
    expect(blend([entry('level', 10), lastWeek], { ...order, isGrowing: true }).method).toBe('level')
  })
})
