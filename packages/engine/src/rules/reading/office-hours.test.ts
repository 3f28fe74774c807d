import { describe, expect, it } from 'vitest'
import { offHours, splitWeek } from './office-hours.ts'

/** A week in which `costOf` each hour, by day from Monday and hour of the day. */
const week = (costOf: (day: number, hour: number) => number | null) =>
  Array.from({ length: 168 }, (_, index) => costOf(Math.floor(index / 24), index % 24))

describe('splitWeek', () => {
  it('puts five days of twelve hours in the office, and the other 108 outside', () => {
    const { office, outside } = splitWeek(week(() => 1))
    expect([office.length, outside.length, offHours]).toEqual([60, 108, 108])
  })
  it('takes 07 to 19 where every hour costs the same', () => {
    const { office } = splitWeek(week((day, hour) => (day < 5 && hour >= 7 && hour < 19 ? 2 : 2 + 1e-15 * hour)))
    expect(office.every((cost) => cost === 2)).toBe(true)
  })
  it.each([0, 9, 15, 22])('finds the busy twelve hours from %d, over midnight too', (start) => {
    const busy = (day: number, hour: number) => {
      const shifted = (day * 24 + hour - start + 168) % 168
      return shifted % 24 < 12 && shifted < 120 ? 5 : 1
    }
    const { office, outside } = splitWeek(week(busy))
    expect(new Set(office)).toEqual(new Set([5]))
    expect(new Set(outside)).toEqual(new Set([1]))
  })
  it('leaves hours without data out of both', () => {
    const { office, outside } = splitWeek(week((day, hour) => (day >= 5 ? 0 : hour < 12 ? null : 1)))
    expect(office).toEqual(new Array(60).fill(1))
    expect(outside).toEqual(new Array(48).fill(0))
  })
})
