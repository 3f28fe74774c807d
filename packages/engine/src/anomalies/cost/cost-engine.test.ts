import { day } from '@kept/domain/series.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { judgeSeries } from '../judge-series.ts'
import { judgeCost, startCost, usualThresholds } from './cost-engine.ts'
import { isFirstOfMonth, monthStart } from './month-start.ts'
import { usualMiss } from './usual-miss.ts'
import { weekShift } from './week-shift.ts'

const start = Date.UTC(2026, 0, 1)
/** Days of cost with a quiet weekend and a little noise from a seed; `change` makes of a day what happened to it. */
function days(count: number, change: (usual: number, i: number, at: number) => number = (usual) => usual) {
  let state = 11
  return Array.from({ length: count }, (_, i) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    const usual = (i % 7 >= 5 ? 140 : 200) * (1 + 0.06 * (state / 2 ** 32 - 0.5))
    return { at: start + i * day, value: change(usual, i, start + i * day) }
  })
}
const alertsOf = (points: { at: number; value: number | null }[]) =>
  judgeSeries(points).flatMap(({ alert }, row) => (alert ? [row] : []))

describe('the cost engine', () => {
  it('says nothing of ordinary days, weekends included', () => {
    expect(alertsOf(days(240))).toEqual([])
  })

  it('says a spike on its day, a shift once, and the way back', () => {
    expect(alertsOf(days(240, (usual, i) => (i === 150 ? 2 * usual : usual)))).toEqual([150])
    const shifted = alertsOf(days(240, (usual, i) => (i >= 150 ? 1.3 * usual : usual)))
    expect(shifted).toEqual([150])
    expect(alertsOf(days(240, (usual, i) => (i >= 150 && i < 190 ? 1.5 * usual : usual)))).toEqual([150, 190])
  })

  it('sees a drift that no single day shows', () => {
    const [first = 0] = alertsOf(days(240, (usual, i) => (i >= 150 ? usual * 1.01 ** (i - 149) : usual)))
    expect(first).toBeGreaterThan(150)
    expect(first).toBeLessThan(175)
  })

  it('does not take the spike into its memory: the like is news again', () => {
    expect(alertsOf(days(240, (usual, i) => (i === 150 || i === 200 ? 3 * usual : usual)))).toEqual([150, 200])
  })

  it('learns charges of the month after the first few', () => {
    const points = days(300, (usual, _, at) => usual + (isFirstOfMonth(at) ? 250 : 0))
    const late = alertsOf(points).filter((row) => row > 130)
    expect(late).toEqual([])
  })

  it('declares that it learns, then says what it expects and within what range', () => {
    const state = startCost()
    const verdicts = days(60).map(({ at, value }) => judgeCost(state, at, value))
    expect(verdicts[5]).toMatchObject({ learning: true, score: 0, alert: false, expected: null })
    const last = verdicts[59]!
    expect(last.learning).toBe(false)
    expect(last.lower! < last.expected! && last.expected! < last.upper!).toBe(true)
    expect(Math.abs(last.expected! - 200) < 40 || Math.abs(last.expected! - 140) < 40).toBe(true)
  })

  it('is causal, and goes on from a stored state', () => {
    const points = days(150, (usual, i) => (i === 100 ? 3 * usual : usual))
    const whole = judgeSeries(points)
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 150 }), (end) => {
        expect(judgeSeries(points.slice(0, end), 'cost')).toEqual(whole.slice(0, end))
      }),
      { numRuns: 8 },
    )
    let state = startCost()
    points.forEach(({ at, value }, row) => {
      if (row % 40 === 0) state = JSON.parse(JSON.stringify(state))
      expect(judgeCost(state, at, value)).toEqual(whole[row])
    })
  })

  it('keeps its weekdays over gaps, ignores a second row of a day, and learns anew after a long silence', () => {
    const points = days(240, (usual, i) => (i === 200 ? 2.5 * usual : usual))
    expect(alertsOf(points.filter((_, i) => i < 100 || i > 103))).toEqual([196])
    expect(alertsOf(points.map((point, i) => (i % 9 === 4 ? { at: point.at, value: null } : point)))).toEqual([200])
    const state = startCost()
    for (const { at, value } of points.slice(0, 100)) judgeCost(state, at, value)
    const before = JSON.stringify(state)
    expect(judgeCost(state, points[99]!.at, 1e9).alert).toBe(false)
    expect(JSON.stringify(state)).toBe(before)
    expect(judgeCost(state, points[99]!.at + 60 * day, 1e9).learning).toBe(true)
  })

  it('is quiet about nothing: zeros, constants, credits, whatever stays within [0, 1]', () => {
    for (const value of [0, 12.5, -3]) expect(alertsOf(days(120, () => value))).toEqual([])
    const value = fc.oneof(fc.double({ min: -1e9, max: 1e12, noNaN: true }), fc.constant(0))
    fc.assert(
      fc.property(fc.array(value, { minLength: 30, maxLength: 70 }), (values) => {
        for (const { score, severity } of judgeSeries(values.map((one, i) => ({ at: start + i * day, value: one })))) {
          expect(score >= 0 && score <= 1 && severity >= 0 && severity <= 1).toBe(true)
        }
      }),
      { numRuns: 20 },
    )
  })

  it('is as sensitive as it is told to be', () => {
    const points = days(200, (usual, i) => (i === 150 ? 1.3 * usual : usual))
    const count = (limits: typeof usualThresholds) => {
      const state = startCost()
      return points.filter(({ at, value }) => judgeCost(state, at, value, limits).alert).length
    }
    expect([count(usualThresholds), count({ ...usualThresholds, day: 40, week: 40 })]).toEqual([1, 0])
  })
})

describe('its figures', () => {
  it('a usual miss is a deviation, larger where tails are heavy, and unknown at first', () => {
    expect(usualMiss([0.1, -0.1])).toBeNull()
    const even = Array.from({ length: 60 }, (_, i) => (i % 2 === 0 ? 0.1 : -0.1))
    expect(usualMiss(even)).toBeCloseTo(0.14826, 9)
    expect(usualMiss(even.map((one, i) => (i % 10 === 0 ? 10 * one : one)))!).toBeGreaterThan(0.5)
    expect(usualMiss(new Array(20).fill(0))).toBe(0.01)
  })

  it('the first of a month adds what it added twice before', () => {
    const [base, miss] = [Math.log1p(100), 0.05]
    expect(monthStart([50], base, miss)).toBe(0)
    expect(monthStart([50, 60], base, miss)).toBeCloseTo(Math.log1p(155) - base, 12)
    expect(monthStart([50, 1], base, miss)).toBe(0)
    expect([isFirstOfMonth(Date.UTC(2026, 2, 1)), isFirstOfMonth(Date.UTC(2026, 2, 2))]).toEqual([true, false])
  })

  it('a week is held against the weeks -2 to -6', () => {
    const past = new Array<number>(40).fill(0)
    const level = [...new Array(42).fill(1), ...new Array(7).fill(1.5)]
    expect(weekShift(past, level, 0.05)).toEqual({ shift: 0.5, deviations: 0.5 / (0.05 / Math.sqrt(7)) })
    expect(past).toHaveLength(41)
    expect(weekShift([], level.slice(0, 30), 0.05)).toEqual({ shift: 0, deviations: 0 })
  })
})
