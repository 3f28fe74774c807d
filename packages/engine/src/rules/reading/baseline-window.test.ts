import { describe, expect, it } from 'vitest'
import { departureFromTrend } from './baseline-window.ts'

const flat = (days: number, value = 10) => new Array<number>(days).fill(value)

describe('departureFromTrend', () => {
  it('needs enough history before the recent days', () => {
    expect(departureFromTrend(flat(23), 3, 21)).toBeUndefined()
    expect(departureFromTrend(flat(24), 3, 21)).toMatchObject({ excess: 0, deviations: 0, recentTotal: 30 })
  })
  it('continues the trend to the middle of the recent days', () => {
    const rising = Array.from({ length: 24 }, (_, day) => 10 + day)
    // Day 22, counted from 0, is the middle of the last three.
    expect(departureFromTrend([...rising.slice(0, 21), 50, 60, 70], 3, 21)).toMatchObject({
      ...{ byTrend: 32, expected: 32, recent: 60, excess: 28, recentTotal: 180 },
    })
  })
  it('expects never less than the mean of all days before', () => {
    const falling = Array.from({ length: 21 }, (_, day) => 40 - day)
    const departure = departureFromTrend([...falling, 18, 18, 18], 3, 21)
    expect(departure?.byTrend).toBeCloseTo(18, 9)
    expect(departure?.expected).toBe(30)
    expect(departureFromTrend([...Array.from({ length: 21 }, (_, day) => 20 - day), 0, 0, 0], 3, 21)?.byTrend).toBe(0)
  })
  it('measures in spreads of the history, at least one percent of its level, and 99 at most', () => {
    expect(departureFromTrend([...flat(21, 100), 105, 105, 105], 3, 21)?.deviations).toBeCloseTo(5, 9)
    expect(departureFromTrend([...flat(21, 100), 900, 900, 900], 3, 21)?.deviations).toBe(99)
    expect(departureFromTrend([...flat(21, 100), 90, 90, 90], 3, 21)?.deviations).toBeCloseTo(-10, 9)
  })
  it('compares the recent days with as many in a row before', () => {
    const values = [...flat(20, 1), 40, ...flat(3, 5)]
    expect(departureFromTrend(values, 3, 21)).toMatchObject({ recentTotal: 15 })
    // One of nineteen stretches of three holds the day of 40; the 95th percentile lies just above the others.
    expect(departureFromTrend(values, 3, 21)?.typicalTotal).toBeCloseTo(3 + 0.1 * 39, 9)
  })
})
