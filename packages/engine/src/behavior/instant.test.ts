import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { epochMs } from './instant.ts'

describe('epochMs', () => {
  it('agrees with Date on instants of any year and offset', () => {
    const instant = fc.date({ min: new Date('1600-01-01'), max: new Date('2399-12-31'), noInvalidDate: true })
    const offset = fc.tuple(fc.constantFrom('+', '-'), fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
    fc.assert(
      fc.property(instant, offset, (date, [sign, hours, minutes]) => {
        const clock = `${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`
        for (const text of [date.toISOString(), date.toISOString().replace('Z', `${sign}${clock}`)])
          expect(epochMs(text)).toBe(Date.parse(text))
      }),
      { numRuns: 300 },
    )
  })
  it.each([
    ['2026-03-01T12:34Z', Date.UTC(2026, 2, 1, 12, 34)],
    ['2026-03-01T12:34:56z', Date.UTC(2026, 2, 1, 12, 34, 56)],
    ['2026-03-01T12:34:56.7Z', Date.UTC(2026, 2, 1, 12, 34, 56, 700)],
    ['2026-03-01T12:34:56.789999Z', Date.UTC(2026, 2, 1, 12, 34, 56, 789)],
    ['2026-03-01T12:34:56+02', Date.UTC(2026, 2, 1, 10, 34, 56)],
    ['2026-03-01T12:34:56-0230', Date.UTC(2026, 2, 1, 15, 4, 56)],
    ['2024-02-29T00:00:00Z', Date.UTC(2024, 1, 29)],
    ['2000-02-29T00:00:00Z', Date.UTC(2000, 1, 29)],
    ['1900-03-01T00:00:00Z', Date.UTC(1900, 2, 1)],
    ['2026-12-31T23:59:59Z', Date.UTC(2026, 11, 31, 23, 59, 59)],
  ])('reads %s', (text, ms) => {
    expect(epochMs(text)).toBe(ms)
  })
  it.each([
    '',
    '2026-03-01',
    '2026-03-01T12:34',
    '2026-03-01T12:34:56',
    '2026-03-01T12:34:56Zx',
    '2026/03-01T12:34:56Z',
    '2026-03/01T12:34:56Z',
    '2026-03-01T12.34:56Z',
    '2026-00-01T12:34:56Z',
    '2026-13-01T12:34:56Z',
    '2026-03-00T12:34:56Z',
    '2026-03-32T12:34:56Z',
    '2026-03-01T1x:34:56Z',
    '2026-03-01T12:34:5:Z',
    '2026-03-01T12:34:/0Z',
    '2026-03-01T12:34:56+0x:00',
  ])('refuses "%s"', (text) => {
    expect(epochMs(text)).toBeNaN()
  })
})
