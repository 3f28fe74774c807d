import { expect, test } from 'vitest'
import { compareDays, cumulate, paceOf, perDayChange } from './pace.ts'

const september = { from: '2026-09-01', to: '2026-10-01' }
const october = { from: '2026-10-01', to: '2026-11-01' }

test('a longer month with the same day costs no more per day', () => {
  expect(compareDays({ total: '310', period: october }, { total: '300', period: september }, null)).toEqual({
    percent: 0,
    days: 1,
    explained: '10',
  })
  expect(perDayChange('310', '300', { now: 31, before: 30 })).toBe(0)
  expect(perDayChange('310', null, { now: 31, before: 30 })).toBeNull()
})

test('the average day and the run rate count only billed days', () => {
  expect(paceOf('100', october, '2026-10-10')).toEqual({ days: 10, perDay: '10', monthly: '300' })
  expect(paceOf('100', october, '2026-09-10')).toBeNull()
  expect(paceOf(null, october, null)).toBeNull()
})

test('running totals are exact and carry over gaps', () => {
  expect(cumulate([null, '0.1', null, '0.2'])).toEqual([null, '0.1', '0.1', '0.3'])
})
