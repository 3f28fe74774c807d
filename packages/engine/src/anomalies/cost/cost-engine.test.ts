import { day } from '@kept/domain/series.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { evaluateSeries } from '../evaluate-series.ts'
import { defaultThresholds, evaluateCost, startCost } from './cost-engine.ts'
import { isFirstOfMonth, monthStart } from './month-start.ts'
import { typicalResidual } from './typical-residual.ts'
import { weekShift } from './week-shift.ts'

const start = Date.UTC(2026, 0, 1)
/** Days of cost with a quiet weekend and a little noise from a seed; `change` makes of a day what happened to it. */
function days(
  count: number,
  change: (baseline: number, i: number, timestamp: number) => number = (baseline) => baseline,
) {
  let state = 11
  return Array.from({ length: count }, (_, i) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    const baseline = (i % 7 >= 5 ? 140 : 200) * (1 + 0.06 * (state / 2 ** 32 - 0.5))
    return { at: start + i * day, value: change(baseline, i, start + i * day) }
  })
}
const alertsOf = (points: { at: number; value: number | null }[]) =>
  evaluateSeries(points).flatMap(({ alert }, row) => (alert ? [row] : []))

describe('the cost engine', () => {
  it('detects nothing on ordinary days, weekends included', () => {
    expect(alertsOf(days(240))).toEqual([])
  })

  it('says a spike on its day, a shift once, and the way back', () => {
    expect(alertsOf(days(240, (baseline, i) => (i === 150 ? 2 * baseline : baseline)))).toEqual([150])
    const shifted = alertsOf(days(240, (baseline, i) => (i >= 150 ? 1.3 * baseline : baseline)))
    expect(shifted).toEqual([150])
    expect(alertsOf(days(240, (baseline, i) => (i >= 150 && i < 190 ? 1.5 * baseline : baseline)))).toEqual([150, 190])
  })

  it('sees a drift that no single day shows', () => {
    const [first = 0] = alertsOf(days(240, (baseline, i) => (i >= 150 ? baseline * 1.01 ** (i - 149) : baseline)))
    expect(first).toBeGreaterThan(150)
    expect(first).toBeLessThan(175)
  })

  it('does not take the spike into its memory: the like is news again', () => {
    expect(alertsOf(days(240, (baseline, i) => (i === 150 || i === 200 ? 3 * baseline : baseline)))).toEqual([150, 200])
  })

  it('learns charges of the month after the first few', () => {
    const points = days(300, (baseline, _, timestamp) => baseline + (isFirstOfMonth(timestamp) ? 250 : 0))
    const lateAlerts = alertsOf(points).filter((row) => row > 130)
    expect(lateAlerts).toEqual([])
  })

  it('declares that it learns, then says what it expects and within what range', () => {
    const state = startCost()
    const evaluations = days(60).map(({ at, value }) => evaluateCost(state, at, value))
    expect(evaluations[5]).toMatchObject({ learning: true, score: 0, alert: false, expected: null })
    const last = evaluations[59]!
    expect(last.learning).toBe(false)
    expect(last.lower! < last.expected! && last.expected! < last.upper!).toBe(true)
    expect(Math.abs(last.expected! - 200) < 40 || Math.abs(last.expected! - 140) < 40).toBe(true)
  })

  it('is causal, and goes on from a stored state', () => {
    const points = days(150, (baseline, i) => (i === 100 ? 3 * baseline : baseline))
    const evaluations = evaluateSeries(points)
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 150 }), (end) => {
        expect(evaluateSeries(points.slice(0, end), 'cost')).toEqual(evaluations.slice(0, end))
      }),
      { numRuns: 8 },
    )
    let state = startCost()
    points.forEach(({ at, value }, row) => {
      if (row % 40 === 0) state = JSON.parse(JSON.stringify(state))
      expect(evaluateCost(state, at, value)).toEqual(evaluations[row])
    })
  })

  it('keeps weekdays across gaps, ignores a second row of a day, and starts learning again after a long gap', () => {
    const points = days(240, (baseline, i) => (i === 200 ? 2.5 * baseline : baseline))
    expect(alertsOf(points.filter((_, i) => i < 100 || i > 103))).toEqual([196])
    expect(alertsOf(points.map((point, i) => (i % 9 === 4 ? { at: point.at, value: null } : point)))).toEqual([200])
    const state = startCost()
    for (const { at, value } of points.slice(0, 100)) evaluateCost(state, at, value)
    const before = JSON.stringify(state)
    expect(evaluateCost(state, points[99]!.at, 1e9).alert).toBe(false)
    expect(JSON.stringify(state)).toBe(before)
    expect(evaluateCost(state, points[99]!.at + 60 * day, 1e9).learning).toBe(true)
  })

  it('is quiet about nothing: zeros, constants, credits, whatever stays within [0, 1]', () => {
    for (const value of [0, 12.5, -3]) expect(alertsOf(days(120, () => value))).toEqual([])
    const value = fc.oneof(fc.double({ min: -1e9, max: 1e12, noNaN: true }), fc.constant(0))
    fc.assert(
      fc.property(fc.array(value, { minLength: 30, maxLength: 70 }), (values) => {
        for (const { score, severity } of evaluateSeries(
          values.map((sample, i) => ({ at: start + i * day, value: sample })),
        )) {
          expect(score >= 0 && score <= 1 && severity >= 0 && severity <= 1).toBe(true)
        }
      }),
      { numRuns: 20 },
    )
  })

  it('follows the sensitivity setting', () => {
    const points = days(200, (baseline, i) => (i === 150 ? 1.3 * baseline : baseline))
    const count = (limits: typeof defaultThresholds) => {
      const state = startCost()
      return points.filter(({ at, value }) => evaluateCost(state, at, value, limits).alert).length
    }
    expect([count(defaultThresholds), count({ ...defaultThresholds, day: 40, week: 40 })]).toEqual([1, 0])
  })
})

describe('its figures', () => {
  it('a usual miss is a deviation, larger where tails are heavy, and unknown at first', () => {
    expect(typicalResidual([0.1, -0.1])).toBeNull()
    const even = Array.from({ length: 60 }, (_, i) => (i % 2 === 0 ? 0.1 : -0.1))
    expect(typicalResidual(even)).toBeCloseTo(0.14826, 9)
    expect(typicalResidual(even.map((residual, i) => (i % 10 === 0 ? 10 * residual : residual)))!).toBeGreaterThan(0.5)
    expect(typicalResidual(new Array(20).fill(0))).toBe(0.01)
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
