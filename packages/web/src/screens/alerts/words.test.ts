import { expect, it } from 'vitest'
import { joined, listOf, ruleWords, scheduleWords } from './words.ts'

const rule = { name: 'r', enabled: true, channels: [], owners: [] }

it('says what a rule wants in one line, and only what it wants', () => {
  expect(ruleWords({ ...rule, kinds: ['loop'], min_severity: 'low', min_amount: null, filters: [] })).toBe(
    'Runaway loops',
  )
  expect(
    ruleWords({
      ...rule,
      kinds: ['anomaly', 'budget', 'finding'],
      min_severity: 'high',
      min_amount: { amount: '100', currency: 'USD' },
      filters: [{ label: 'provider', values: ['AWS', 'Microsoft'] }],
    }),
  ).toBe('Anomalies of cost, budgets and new findings; high and above; from $100.00; provider AWS or Microsoft')
})

it('says when a channel speaks', () => {
  const always = { zone: 'UTC', digest: null, quiet: [], critical_passes: true }
  expect(scheduleWords(always)).toBe('Told as they come')
  expect(
    scheduleWords({
      ...always,
      digest: { every: 'weekly', at: '09:00', weekday: 1 },
      quiet: [{ days: [1, 2], from: '20:00', to: '08:00' }],
    }),
  ).toBe('Gathered, told on Monday at 09:00; quiet Mon, Tue 20:00 to 08:00; critical ones at once; by the clock of UTC')
})

it('reads lists with commas, each once', () => {
  expect(listOf(' a@x.com, b ,, a@x.com')).toEqual(['a@x.com', 'b'])
  expect(joined(['a', 'b', 'c'])).toBe('a, b and c')
})
