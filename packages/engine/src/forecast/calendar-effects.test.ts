import { day } from '@kept/domain/series.ts'
import { utcDay } from '@kept/foundation/calendar/instant.ts'
import { describe, expect, it } from 'vitest'
import { calendarEffects } from './calendar-effects.ts'
import { medianOfLast } from './candidates.ts'
import { monthPositions } from './month-positions.ts'

const start = Date.parse('2026-01-01')
const timeAt = (row: number) => start + row * day
const dateOf = (row: number) => utcDay(timeAt(row))
/** Days of cost with a quiet weekend and a little unrest. */
const baseline = (row: number) => (row % 7 >= 5 ? 70 : 100) + ((row * 7919) % 13) / 3
const valuesOf = (rows: number, change: (value: number, row: number) => number) =>
  Array.from({ length: rows }, (_, row) => change(baseline(row), row))

describe('positions in a month', () => {
  it('count days and business days from both ends, and quarters', () => {
    const positionsOf = (date: string) => monthPositions(() => Date.parse(date))(0)
    // A Monday; the first and the second were a weekend.
    const ahead = ['business day from the 3 on', 'business day from the 2 on', 'business day from the 1 on']
    expect(positionsOf('2025-02-03')).toEqual(['day 3', 'business day 1', ...ahead, 'business day up to the 3'])
    // A Friday, with nothing of February after it.
    const fromEnd = ['0 before the end', '0 business days before the end']
    const itself = ['business day from the 28 on', 'business day up to the 28']
    expect(positionsOf('2025-02-28')).toEqual(['day 28', ...fromEnd, ...itself])
    expect(positionsOf('2025-02-14')).toContain('business day up to the 16')
    expect(positionsOf('2025-02-13')).not.toContain('business day up to the 14')
    expect(positionsOf('2025-04-01')).toContain('quarter: business day 1')
    expect(positionsOf('2025-06-30')).toContain('end of quarter: 0 before the end')
  })
})

describe('effects of the calendar', () => {
  const positions = monthPositions(timeAt)
  const restored = (values: readonly number[], end: number, horizon: number) => {
    const effects = calendarEffects(values, 7, positions)
    return effects?.restore(medianOfLast(effects.cleaned, 7)).path(end, horizon)
  }

  it('are none where nothing recurs', () => {
    expect(
      calendarEffects(
        valuesOf(200, (value) => value),
        7,
        positions,
      ),
    ).toBeNull()
    expect(
      calendarEffects(
        valuesOf(200, (value, row) => (row === 100 ? 900 : value)),
        7,
        positions,
      ),
    ).toBeNull()
  })

  it('come again on their day alone, as an amount or as a share', () => {
    const is15th = (row: number) => dateOf(row).endsWith('-15')
    for (const change of [(value: number) => value + 80, (value: number) => 1.8 * value]) {
      const path = restored(
        valuesOf(200, (value, row) => (is15th(row) ? change(value) : value)),
        200,
        40,
      )
      const plain = path?.filter((_, h) => !is15th(200 + h)) ?? []
      expect(new Set(plain).size).toBe(1)
      const charged = path?.filter((_, h) => is15th(200 + h)) ?? []
      expect(charged).toHaveLength(1)
      expect((charged[0] ?? 0) - (plain[0] ?? 0)).toBeGreaterThan(60)
      expect((charged[0] ?? 0) - (plain[0] ?? 0)).toBeLessThan(100)
    }
  })

  it('move to the Monday after where weekends are skipped', () => {
    const isDue = (row: number) => {
      const date = Number(dateOf(row).slice(8))
      const weekday = new Date(timeAt(row)).getUTCDay()
      return (date === 15 && weekday > 0 && weekday < 6) || ((date === 16 || date === 17) && weekday === 1)
    }
    const values = valuesOf(300, (value, row) => (isDue(row) ? 3 * value : value))
    for (let end = 240; end < 300; end += 30) {
      const path = restored(values, end, 30) ?? []
      const highest = path.indexOf(Math.max(...path))
      expect(isDue(end + highest)).toBe(true)
    }
  })

  it('are no shares of days that cost next to nothing', () => {
    const values = Array.from({ length: 200 }, (_, row) => (row % 3 === 0 ? 0 : row % 11 === 0 ? 60 : 1e-9))
    expect(Math.max(...(restored(values, 200, 60) ?? [0]))).toBeLessThan(200)
  })

  it('are known to a forecast only from the days before it', () => {
    const isLast = (row: number) => dateOf(row).slice(8) > dateOf(row + 1).slice(8)
    const values = valuesOf(200, (value, row) => (isLast(row) ? 2 * value : value))
    // One month end is no rule yet.
    expect(new Set(restored(values, 40, 30)).size).toBe(1)
    expect(new Set(restored(values, 150, 30)).size).toBe(2)
  })
})
