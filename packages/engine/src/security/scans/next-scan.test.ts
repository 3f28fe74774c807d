import { describe, expect, it } from 'vitest'
import { nextScan } from './next-scan.ts'

const at = (moment: string) => Temporal.Instant.from(moment).epochMilliseconds
const iso = (moment: number | null) => (moment === null ? null : new Date(moment).toISOString())

describe('nextScan', () => {
  it('is at the local hour, through a change of clocks', () => {
    const daily = { frequency: 'daily' as const, weekday: null, hour: 6, time_zone: 'Europe/Berlin' }
    expect(iso(nextScan(daily, at('2026-03-28T05:00:00Z')))).toBe('2026-03-29T04:00:00.000Z')
    expect(iso(nextScan(daily, at('2026-10-24T04:00:00Z')))).toBe('2026-10-25T05:00:00.000Z')
  })

  it('is on the weekday of the time zone', () => {
    const weekly = { frequency: 'weekly' as const, weekday: 1, hour: 1, time_zone: 'Asia/Tokyo' }
    expect(iso(nextScan(weekly, at('2026-11-23T00:00:00Z')))).toBe('2026-11-29T16:00:00.000Z')
  })

  it('is never when turned off', () => {
    expect(nextScan({ frequency: 'off', weekday: null, hour: 0, time_zone: 'UTC' }, 0)).toBeNull()
  })
})
