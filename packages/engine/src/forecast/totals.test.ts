import { day } from '@kept/domain/series.ts'
import { sum } from '@kept/foundation/decimal.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { apportion } from './apportion.ts'
import { forecastSeries } from './forecast-series.ts'
import { adjust } from './known-events.ts'
import { lastForecasts } from './last-forecasts.ts'
import { totalOf } from './total.ts'

describe('parts of a forecast', () => {
  it('add up to the cent, whatever the weights', () => {
    const cents = fc.integer({ min: -10_000_000, max: 10_000_000 })
    const weights = fc.array(fc.integer({ min: 0, max: 1_000_000 }), { minLength: 1, maxLength: 12 })
    fc.assert(
      fc.property(cents, weights, (amount, shares) => {
        const total = `${amount}e-2`
        const parts = apportion(total, shares)
        expect(Number(sum(parts))).toBe(amount / 100)
        const totalWeight = shares.reduce((sum, other) => sum + other, 0)
        if (totalWeight === 0) return
        for (const [i, part] of parts.entries()) {
          expect(Math.abs(Number(part) - ((amount / 100) * (shares[i] ?? 0)) / totalWeight)).toBeLessThan(0.0101)
        }
      }),
    )
    expect(apportion('0.05', [0, 0])).toEqual(['0.03', '0.02'])
    expect(() => apportion('1', [-1, 2])).toThrow('must be finite and not negative')
  })
})

describe('a total', () => {
  it('adds actual and forecast cost, with the range of summed errors', () => {
    const forecast = {
      method: '',
      point: [10, 10, 10],
      bands: {} as never,
      errors: [
        [1, 1, 1],
        [-2, -2, -2],
        [1, -1, 0],
        [0, 0, 0],
      ],
      sums: 1e9,
      trials: 1e9,
    }
    const { point, bands } = totalOf(100, forecast, 3)
    expect(point).toBe(130)
    // The root mean square of the summed errors 3, -6, 0, 0, as a standard deviation.
    const spread = Math.sqrt((9 + 36) / 4)
    expect(bands[50].upper - 130).toBeCloseTo(0.674_49 * spread, 6)
    expect(bands[95].upper - 130).toBeCloseTo(1.959_96 * spread, 6)
    expect(bands[80].lower).toBeCloseTo(130 - 1.281_55 * spread, 6)
    // The fewer of them lie beside one another, the wider.
    expect(totalOf(100, { ...forecast, sums: 4 }, 3).bands[95].upper).toBeGreaterThan(bands[95].upper + 1)
    expect(totalOf(100, { ...forecast, point: [1, 1, 1] }, 3).bands[95].lower).toBe(100)
  })
})

it('known events change the days they are about', () => {
  const expiry = { kind: 'commitment_expiry', from: 2, to: null, factor: 1, amount: 30 } as const
  const nights = { kind: 'planned_schedule', from: 1, to: 3, factor: 0.5, amount: 0 } as const
  expect(adjust([0, 1, 2, 3], [10, 10, 10, 10], [expiry, nights])).toEqual([10, 5, 35, 40])
})

describe('the last forecasts', () => {
  const points = Array.from({ length: 200 }, (_, i) => ({
    at: i * day,
    value: 100 + 10 * Math.sin((2 * Math.PI * i) / 7),
  }))
  it('are made as they would have been made then', () => {
    const past = lastForecasts(points, { horizon: 14 })
    expect(past).toHaveLength(12)
    expect(past.at(-1)?.origin).toBe(185 * day)
    const forecast = forecastSeries(points.slice(0, 186), { horizon: 14 })
    const total = points.slice(186).reduce((sum, { value }) => sum + value, 0)
    expect(past.at(-1)?.totalError).toBeCloseTo((forecast?.point.reduce((a, b) => a + b, 0) ?? 0) / total - 1, 12)
    expect(past.every(({ error }) => error !== null && error < 0.1)).toBe(true)
    // Ninety days hold twelve forecasts of fifteen days only where they lie over one another.
    const origins = lastForecasts(points.slice(0, 90), { horizon: 15 }).map(({ origin }) => origin / day)
    expect(origins).toEqual(Array.from({ length: 12 }, (_, i) => 74 - 5 * (11 - i)))
    expect(lastForecasts(points.slice(0, 10), { horizon: 14 })).toEqual([])
  })
})
