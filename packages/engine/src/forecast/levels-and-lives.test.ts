import { day } from '@kept/domain/series.ts'
import { describe, expect, it } from 'vitest'
import { withoutEarlierShifts } from './earlier-shifts.ts'
import { firstRowOfLife, zerosSinceEnd } from './lifespan.ts'
import { monthLengthFactor } from './month-length.ts'
import { baseline, forecastOf, start, valuesOf } from './testing/daily-cost.ts'
import { totalOf } from './total.ts'
import { weekdayLevel } from './weekday-level.ts'

describe('a level that moved weeks ago', () => {
  it('is found on its day, and what was before is brought to it', () => {
    const values = valuesOf(200, (value, row) => (row >= 155 ? 2 * value : value))
    const leveled = withoutEarlierShifts(values, 7)
    expect(Math.abs(leveled.moved - 155)).toBeLessThanOrEqual(1)
    expect(Math.abs((leveled.values[100] ?? 0) / (2 * (values[100] ?? 1)) - 1)).toBeLessThan(0.05)
    expect(leveled.values.slice(160)).toEqual(values.slice(160))
  })

  it('is none where cost grows or does nothing', () => {
    for (const growth of [0, 0.006]) {
      const values = valuesOf(200, (value, row) => value * Math.exp(growth * row))
      expect(withoutEarlierShifts(values, 7)).toEqual({ values, moved: 0 })
    }
  })

  it('is where the forecast is, with a range for what it was learned from', () => {
    const moved = forecastOf(valuesOf(200, (value, row) => (row >= 155 ? 3 * value : value)))
    for (const [h, point] of moved.point.entries())
      expect(Math.abs(point / (3 * baseline(200 + h)) - 1)).toBeLessThan(0.08)
    expect(moved.levelError).toBeGreaterThan(0)
    expect(forecastOf(valuesOf(200)).levelError).toBe(0)
    const widthOf = (levelError: number) => {
      const { lower, upper } = totalOf(0, { ...moved, levelError }, 28).bands[80]
      return upper - lower
    }
    expect(widthOf(5)).toBeGreaterThan(widthOf(0))
  })
})

describe('the life of a service', () => {
  it('begins after the zeros before it, unless charges are rare anyway', () => {
    expect(firstRowOfLife([...new Array<number>(30).fill(0), ...valuesOf(20)])).toBe(30)
    expect(firstRowOfLife([0, 0, ...valuesOf(20)])).toBe(0)
    const rare = Array.from({ length: 90 }, (_, row) => (row % 20 === 19 ? 50 : 0))
    expect(firstRowOfLife(rare)).toBe(0)
  })

  it('ends with zeros that chance does not explain', () => {
    expect(zerosSinceEnd([...valuesOf(60), 0, 0, 0])).toBe(3)
    expect(zerosSinceEnd([...valuesOf(60), 0])).toBe(0)
    const rare = Array.from({ length: 96 }, (_, row) => (row % 20 === 5 ? 50 : 0))
    expect(zerosSinceEnd(rare)).toBe(0)
    const ended = forecastOf([...valuesOf(60), ...new Array<number>(20).fill(0)])
    expect([...ended.point, ...ended.bands[95].upper].every((value) => value === 0)).toBe(true)
    // Shortly after, the widest band still knows of what was.
    expect(forecastOf([...valuesOf(60), 0, 0, 0]).bands[95].upper[0]).toBeGreaterThan(50)
  })

  it('of rare charges costs their mean, and most days nothing', () => {
    const values = Array.from({ length: 150 }, (_, row) => ((row * 7919) % 10 < 3 ? 40 + (row % 5) : 0))
    const { point, bands } = forecastOf(values)
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length
    expect(Math.abs((point[5] ?? 0) / mean - 1)).toBeLessThan(0.2)
    expect([bands[80].lower[5], (bands[80].upper[5] ?? 0) > 39]).toEqual([0, true])
  })
})

describe('the level of weekdays', () => {
  it('repeats what weekdays cost, and grows as the weeks did', () => {
    const flat = weekdayLevel(valuesOf(84), { season: 7, forgetting: 0.05 }).path(84, 14)
    for (const [h, point] of flat.entries()) expect(Math.abs(point / baseline(84 + h) - 1)).toBeLessThan(0.05)
    const growing = valuesOf(84, (value, row) => value * Math.exp(0.005 * row))
    const path = weekdayLevel(growing, { season: 7, forgetting: 0.1, damping: 1 }).path(84, 28)
    expect(Math.abs((path[27] ?? 0) / (baseline(111) * Math.exp(0.005 * 111)) - 1)).toBeLessThan(0.08)
  })
})

describe('a price by the month', () => {
  const lengthAt = (row: number) =>
    Temporal.Instant.fromEpochMilliseconds(start + row * day).toZonedDateTimeISO('UTC').daysInMonth
  it('is seen by what its days cost, and not where they cost the same', () => {
    const factor = monthLengthFactor(
      valuesOf(300, (_, row) => (100 + (row % 3)) / lengthAt(row)),
      7,
      lengthAt,
    )
    expect(factor?.(0)).toBeCloseTo(30.4375 / 31, 9)
    expect(monthLengthFactor(valuesOf(300), 7, lengthAt)).toBeNull()
  })
})
