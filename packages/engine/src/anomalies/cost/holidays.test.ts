/** Public holidays in daily cost: fair where they are cheap, and a spike on one is still seen. */
import { day } from '@kept/domain/series.ts'
import { describe, expect, it } from 'vitest'
import { evaluateSeries } from '../evaluate-series.ts'
import { holidayOff } from './holidays.ts'

const start = Date.UTC(2026, 0, 5)
const holidayRows = [60, 95, 130, 165, 200, 235]
const holidays = new Set(holidayRows.map((row) => new Date(start + row * day).toISOString().slice(0, 10)))

function days(change: (value: number, row: number) => number) {
  let state = 5
  return Array.from({ length: 260 }, (_, row) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    const baseline = 200 * (1 + 0.1 * (state / 2 ** 32 - 0.5))
    return { at: start + row * day, value: change(holidayRows.includes(row) ? baseline * 0.5 : baseline, row) }
  })
}
const alertsOf = (change: (value: number, row: number) => number, dates = holidays) =>
  evaluateSeries(days(change), 'cost', dates).flatMap(({ alert }, row) => (alert ? [row] : []))

describe('the cost engine on public holidays', () => {
  it('says nothing of days that cost less, and sees what comes after them', () => {
    expect(alertsOf((value) => value)).toEqual([])
    expect(alertsOf((value, row) => (row === 236 ? 1.5 * value : value))).toEqual([236])
  })
  it('sees a spike on a holiday by the holidays before it, which looks like any other day', () => {
    const doubled = (value: number, row: number) => (row === 235 ? 2 * value : value)
    expect(alertsOf(doubled)).toEqual([235])
    expect(alertsOf(doubled, new Set())).toEqual([])
  })
})

describe('what a holiday adds', () => {
  it.each([
    ['a first holiday, as much as it is off', [], -0.7, -0.7],
    ['what the holidays before it did', [-0.7, -0.5, -0.6], -0.5, -0.6],
    ['as much as a cheaper one is off', [-0.7, -0.5, -0.6], -0.9, -0.9],
    ['nothing where holidays are like other days', [0.01, -0.02], 0.3, null],
    ['nothing to a first one that costs more', [], 0.4, null],
  ])('is %s', (_, offs, off, expected) => {
    expect(holidayOff(offs, off, 0.08)).toBe(expected)
  })
})
