import fc from 'fast-check'
import { expect, it } from 'vitest'
import { addDays, daysBetween, eachDay, monthsIn } from './days.ts'

it('agrees with the calendar, over leap years and centuries', () => {
  const first = Temporal.PlainDate.from('1970-01-01')
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 60_000 }), fc.integer({ min: -20_000, max: 20_000 }), (start, days) => {
      const day = first.add({ days: start })
      const other = day.add({ days })
      expect(addDays(day.toString(), days)).toBe(other.toString())
      expect(daysBetween(day.toString(), other.toString())).toBe(days)
    }),
    { numRuns: 2_000 },
  )
})

it('counts days and months of a span', () => {
  expect(eachDay('2024-02-28', '2024-03-02')).toEqual(['2024-02-28', '2024-02-29', '2024-03-01'])
  expect(eachDay('2024-03-02', '2024-03-02')).toEqual([])
  expect(monthsIn({ from: '2026-06-01', to: '2026-07-01' })).toBe(1)
  expect(monthsIn({ from: '2026-12-17', to: '2027-02-01' })).toBeCloseTo(1 + 15 / 31, 12)
})
