import { describe, expect, it } from 'vitest'
import { ageOf } from './aging.ts'

describe('ageOf', () => {
  it.each([
    ['2026-11-20', 'not_due'],
    ['2026-11-21', 'days_1_30'],
    ['2026-12-20', 'days_1_30'],
    ['2026-12-21', 'days_31_60'],
    ['2027-01-19', 'days_31_60'],
    ['2027-02-18', 'days_61_90'],
    ['2027-02-19', 'over_90'],
  ] as const)('counts days past the due date up to %s', (today, age) => {
    expect(ageOf('2026-11-20', today)).toBe(age)
  })
})
