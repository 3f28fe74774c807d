import { day } from '@kept/domain/series.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { evaluateSeries } from '../evaluate-series.ts'
import { isFirstOfMonth, positionsOf } from './calendar-positions.ts'
import { defaultThresholds, evaluateCost } from './cost-engine.ts'
import { startCost } from './cost-state.ts'
import { recurringOff } from './recurring.ts'
import { calmTails, residualSpread } from './typical-residual.ts'
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
    expect(alertsOf(days(240, (baseline, i) => (i >= 150 && i < 190 ? 1.5 * baseline : baseline)))).toEqual([150, 194])
  })

  it('sees a drift that no single day shows', () => {
    const [first = 0] = alertsOf(days(240, (baseline, i) => (i >= 150 ? baseline * 1.01 ** (i - 149) : baseline)))
    expect(first).toBeGreaterThan(150)
    expect(first).toBeLessThan(175)
  })

  it('does not take the spike into its memory: the like is news again', () => {
    expect(alertsOf(days(240, (baseline, i) => (i === 150 || i === 200 ? 3 * baseline : baseline)))).toEqual([150, 200])
  })

  it('learns after the first of them what the calendar brings', () => {
    const dateOf = (timestamp: number) => Temporal.Instant.fromEpochMilliseconds(timestamp).toZonedDateTimeISO('UTC')
    const isBusiness = (timestamp: number) => dateOf(timestamp).dayOfWeek <= 5
    const rhythms: ((timestamp: number) => number)[] = [
      (timestamp) => (isFirstOfMonth(timestamp) ? 250 : 0),
      (timestamp) => (dateOf(timestamp).day === 15 ? 250 : 0),
      (timestamp) => (dateOf(timestamp).day === dateOf(timestamp).daysInMonth ? 250 : 0),
      (timestamp) => {
        const { day: dayOfMonth, dayOfWeek } = dateOf(timestamp)
        return isBusiness(timestamp) && (dayOfMonth === 1 || (dayOfMonth <= 3 && dayOfWeek === 1)) ? 250 : 0
      },
    ]
    for (const charge of rhythms) {
      const points = days(300, (baseline, _, timestamp) => baseline + charge(timestamp))
      expect(alertsOf(points).filter((row) => row > 65)).toEqual([])
    }
  })

  it('says a spike on the day after a single charge of the calendar', () => {
    const dayOf = (timestamp: number) => Temporal.Instant.fromEpochMilliseconds(timestamp).toZonedDateTimeISO('UTC').day
    const charged = (baseline: number, timestamp: number) => baseline + (dayOf(timestamp) === 15 ? 250 : 0)
    const points = days(300, (baseline, i, timestamp) => charged(baseline, timestamp) * (i === 227 ? 1.8 : 1))
    expect(dayOf(points[227]!.at)).toBe(16)
    expect(alertsOf(points).filter((row) => row > 65)).toEqual([227])
  })

  it('follows prices that fall within the month', () => {
    const points = days(300, (baseline, _, timestamp) => {
      const { day: dayOfMonth } = Temporal.Instant.fromEpochMilliseconds(timestamp).toZonedDateTimeISO('UTC')
      return baseline * (1 - 0.015 * dayOfMonth)
    })
    expect(alertsOf(points).filter((row) => row > 65)).toEqual([])
  })

  it('takes a day or two of little cost for a holiday, and says a drop that stays or nearly nothing', () => {
    const low = (from: number, to: number, share: number) =>
      alertsOf(days(240, (baseline, i) => (i >= from && i < to ? share * baseline : baseline)))
    expect(low(150, 151, 0.5)).toEqual([])
    expect(low(150, 240, 0.5)).toEqual([151])
    expect(low(150, 240, 0.05)).toEqual([150])
    // On weekends these days cost 70%.
    expect(low(148, 152, 0.75)).toEqual([])
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
    expect(residualSpread([0.1, -0.1])).toBeNull()
    const even = Array.from({ length: 60 }, (_, i) => (i % 2 === 0 ? 0.1 : -0.1))
    expect(residualSpread(even)?.miss).toBeCloseTo(0.14826, 9)
    const tailed = even.map((residual, i) => (i % 10 === 0 ? 10 * residual : residual))
    expect(residualSpread(tailed)?.miss).toBeGreaterThan(0.4)
    expect(residualSpread(tailed)?.deviation).toBeCloseTo(0.14826, 9)
    expect(residualSpread(new Array(20).fill(0))).toEqual({ deviation: 0, miss: 0.01 })
  })

  it('thresholds are lower where misses have no tails, and higher where they have', () => {
    const normals = Array.from({ length: 150 }, (_, i) => {
      const [radius, angle] = [Math.sqrt(-2 * Math.log((i + 0.5) / 150)), 2.399_963 * i]
      return 0.08 * radius * Math.cos(angle)
    })
    const tailsOf = (residuals: number[]) => calmTails(residuals, residualSpread(residuals)?.deviation ?? 0)
    expect(tailsOf(normals)).toBe(0.86)
    expect(tailsOf(normals.map((residual, i) => (i % 12 === 0 ? 6 * residual : residual)))).toBe(1.14)
    expect(tailsOf(new Array(60).fill(0))).toBe(1)
  })

  it('a day has the same position as earlier ones, by date, from the end, and by business days', () => {
    const number = (date: string) => Date.parse(date) / day
    const backsOf = (date: string) => positionsOf(number(date)).map(({ backs }) => backs[0])
    const back = (date: string, earlier: string) => number(date) - number(earlier)
    // The last day of February, and a Friday: the 28th, the last day, the 20th and the last business day of January.
    expect(backsOf('2025-02-28').slice(0, 4)).toEqual([
      back('2025-02-28', '2025-01-28'),
      back('2025-02-28', '2025-01-31'),
      back('2025-02-28', '2025-01-28'),
      back('2025-02-28', '2025-01-31'),
    ])
    // January 31 has no like in a month of 30 days.
    expect(positionsOf(number('2025-07-31'))[0]!.backs.slice(0, 2)).toEqual([61, 92 + 30])
    expect([isFirstOfMonth(Date.UTC(2026, 2, 1)), isFirstOfMonth(Date.UTC(2026, 2, 2))]).toEqual([true, false])
  })

  it('the calendar adds what came at the same position before, and nothing where it did not', () => {
    const [base, miss, dayNumber] = [Math.log1p(100), 0.05, Date.parse('2026-03-15') / day]
    const off = (amount: number) => Math.log1p(100 + amount) - base
    const before = (amounts: Record<number, number>) => {
      const money = Array.from({ length: 90 }, (_, i) => amounts[90 - i] ?? 0)
      return { money, logs: money.map(off), kinds: money.map(() => []) }
    }
    const added = (amounts: Record<number, number>, amount: number) =>
      recurringOff(before(amounts), { dayNumber, base, residual: off(amount), miss })?.added ?? null
    // The 15th of February and January are 28 and 59 days back.
    expect(added({ 28: 50, 59: 54 }, 60)).toBeCloseTo(off(52), 12)
    expect(added({ 28: 50 }, 45)).toBeCloseTo(off(50), 12)
    expect(added({ 27: 50, 60: 50 }, 50)).toBeNull()
    expect(added({ 28: 5, 59: 5 }, 500)).toBeNull()
  })

  it('a week is held against the weeks -2 to -6', () => {
    const past = new Array<number>(40).fill(0)
    const level = [...new Array(42).fill(1), ...new Array(7).fill(1.5)]
    expect(weekShift(past, level, 0.05)).toEqual({ shift: 0.5, deviations: 0.5 / (0.05 / Math.sqrt(7)) })
    expect(past).toHaveLength(41)
    expect(weekShift([], level.slice(0, 30), 0.05)).toEqual({ shift: 0, deviations: 0 })
  })
})
