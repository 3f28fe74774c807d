import { expect, it } from 'vitest'
import { describeRule, describeSchedule, joined, listOf } from './alert-text.ts'

const rule = { name: 'r', enabled: true, channels: [], owners: [] }

it('describeRule lists only the conditions that are set', () => {
  expect(describeRule({ ...rule, kinds: ['loop'], min_severity: 'low', min_amount: null, filters: [] })).toBe(
    'Runaway loops',
  )
  expect(
    describeRule({
      ...rule,
      kinds: ['anomaly', 'budget', 'recommendation'],
      min_severity: 'high',
      min_amount: { amount: '100', currency: 'USD' },
      filters: [{ label: 'provider', values: ['AWS', 'Microsoft'] }],
    }),
  ).toBe('Cost anomalies, budgets and new recommendations; high and above; $100.00 or more; provider AWS or Microsoft')
})

it('describeSchedule describes digests and quiet hours', () => {
  const always = { time_zone: 'UTC', digest: null, quiet: [], critical_passes: true }
  expect(describeSchedule(always)).toBe('Instantly')
  expect(
    describeSchedule({
      ...always,
      digest: { frequency: 'weekly', at: '09:00', weekday: 1 },
      quiet: [{ days: [1, 2], from: '20:00', to: '08:00' }],
    }),
  ).toBe('Weekly digest on Monday at 09:00; quiet Mon, Tue 20:00 to 08:00; critical alerts instantly; UTC time')
})

it('listOf splits at commas and removes duplicates', () => {
  expect(listOf(' a@x.com, b ,, a@x.com')).toEqual(['a@x.com', 'b'])
  expect(joined(['a', 'b', 'c'])).toBe('a, b and c')
})
