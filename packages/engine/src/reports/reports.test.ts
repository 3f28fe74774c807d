import { compare, subtract, sum, toPlaces } from '@kept/foundation/decimal.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nextOccurrence } from './next-occurrence.ts'
import { resolvePeriod } from './report-period.ts'
import { roundToTotal } from './round-rows.ts'

const daily = { frequency: 'daily', time: '08:00', time_zone: 'Europe/Berlin', weekday: 1, day_of_month: 1 } as const
const at = (text: string) => Date.parse(text)
const iso = (timestamp: number) => new Date(timestamp).toISOString()

describe('nextOccurrence', () => {
  it('keeps the local time when clocks change', () => {
    expect(iso(nextOccurrence(daily, at('2026-03-28T07:00:00Z')))).toBe('2026-03-29T06:00:00.000Z')
    expect(iso(nextOccurrence(daily, at('2026-10-24T06:00:00Z')))).toBe('2026-10-25T07:00:00.000Z')
  })

  it('happens once on a day whose time is skipped or comes twice', () => {
    const skipped = { ...daily, time: '02:30' }
    expect(iso(nextOccurrence(skipped, at('2026-03-28T12:00:00Z')))).toBe('2026-03-29T01:30:00.000Z')
    expect(iso(nextOccurrence(skipped, at('2026-03-29T01:30:00Z')))).toBe('2026-03-30T00:30:00.000Z')
    expect(iso(nextOccurrence(skipped, at('2026-10-24T12:00:00Z')))).toBe('2026-10-25T00:30:00.000Z')
    expect(iso(nextOccurrence(skipped, at('2026-10-25T00:30:00Z')))).toBe('2026-10-26T01:30:00.000Z')
  })

  it('takes the last day of a shorter month', () => {
    const monthly = { ...daily, frequency: 'monthly', day_of_month: 31, time_zone: 'UTC' } as const
    const occurrences = [at('2026-01-15T00:00:00Z')]
    for (let n = 0; n < 4; n += 1) occurrences.push(nextOccurrence(monthly, occurrences.at(-1) ?? 0))
    expect(occurrences.slice(1).map((moment) => iso(moment).slice(0, 10))).toEqual([
      '2026-01-31',
      '2026-02-28',
      '2026-03-31',
      '2026-04-30',
    ])
  })

  it('has one occurrence on each local day of a year, in every zone', () => {
    const zones = ['America/New_York', 'Asia/Kolkata', 'Australia/Lord_Howe', 'Pacific/Chatham', 'Africa/Cairo']
    for (const time_zone of zones) {
      let moment = at('2026-01-01T00:00:00Z')
      const days = new Set<string>()
      for (let n = 0; n < 365; n += 1) {
        moment = nextOccurrence({ ...daily, time: '02:15', time_zone }, moment)
        days.add(Temporal.Instant.fromEpochMilliseconds(moment).toZonedDateTimeISO(time_zone).toPlainDate().toString())
      }
      expect(days.size, time_zone).toBe(365)
    }
  })

  it('is on the weekday of a weekly schedule', () => {
    const weekly = { ...daily, frequency: 'weekly', weekday: 5 } as const
    expect(iso(nextOccurrence(weekly, at('2026-11-23T00:00:00Z')))).toBe('2026-11-27T07:00:00.000Z')
  })
})

describe('resolvePeriod', () => {
  const named = (name: 'last_month' | 'last_7_days' | 'this_month' | 'last_12_months', today: string) =>
    resolvePeriod({ kind: 'named', name }, today)

  it('ends before today, or with it', () => {
    expect(named('last_month', '2026-03-31')).toEqual({ start_date: '2026-02-01', end_date: '2026-03-01' })
    expect(named('last_7_days', '2026-03-03')).toEqual({ start_date: '2026-02-24', end_date: '2026-03-03' })
    expect(named('this_month', '2026-03-01')).toEqual({ start_date: '2026-03-01', end_date: '2026-03-02' })
    expect(named('last_12_months', '2026-11-23')).toEqual({ start_date: '2025-11-01', end_date: '2026-11-01' })
  })
})

describe('roundToTotal', () => {
  it('makes rounded amounts add up to the rounded total, and moves each by less than two cents', () => {
    const amount = fc.integer({ min: -1_000_000, max: 1_000_000 }).map((units) => (units / 10_000).toFixed(4))
    fc.assert(
      fc.property(fc.array(amount, { maxLength: 60 }), (amounts) => {
        const { amounts: rounded, total } = roundToTotal(amounts, 2)
        expect(compare(sum(rounded), total)).toBe(0)
        expect(total).toBe(toPlaces(sum(amounts), 2))
        for (const [index, original] of amounts.entries()) {
          const moved = subtract(rounded[index] ?? '0', original)
          expect(Math.abs(Number(moved))).toBeLessThan(0.02)
        }
      }),
    )
  })
})
