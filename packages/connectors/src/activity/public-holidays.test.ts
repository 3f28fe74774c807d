import { expect, it } from 'vitest'
import { publicHolidays } from './public-holidays.ts'

it('returns the holidays of a country, and more for its regions', () => {
  const germany = publicHolidays('DE', '', 2026, 2026).dates
  expect(germany).toContain('2026-05-01')
  expect(germany).toContain('2026-12-26')
  expect(germany).not.toContain('2026-06-04')
  expect(publicHolidays('de', 'by', 2026, 2026).dates).toContain('2026-06-04')
})

it('returns local dates, whatever the clock of this machine', () => {
  expect(publicHolidays('US', '', 2026, 2027).dates).toEqual(
    expect.arrayContaining(['2026-07-03', '2026-11-26', '2027-01-01']),
  )
  expect(publicHolidays('AU', 'NSW', 2026, 2026).dates).toContain('2026-01-26')
})

it('explains an unknown country, and lists the known regions', () => {
  expect(publicHolidays('NP', '', 2026, 2026)).toEqual({
    dates: [],
    skip_reasons: 'Kept has no public holidays for "NP". List the team\'s own holidays.',
  })
  expect(() => publicHolidays('DE', 'XX', 2026, 2026)).toThrow(/no holidays for the region "XX" of DE.*BY/)
})
