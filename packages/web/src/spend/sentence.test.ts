import type { Overview } from '@kept/contract/routes/cost-optimization.ts'
import { expect, test } from 'vitest'
import { sayOverview, sayProof, sayUnequalDays } from './sentence.ts'

const currency = (name: string, effective: string, change_percent: number | null): Overview['currencies'][number] => ({
  currency: name,
  effective,
  billed: null,
  contracted: null,
  list: null,
  previous_effective: null,
  change_percent,
  days: [],
  providers: [],
  services: [],
  movers: [],
  findings: { count: 0, monthly_saving: '0', low: '0', high: '0', split: null },
})

const overview = (currencies: Overview['currencies']): Overview => ({
  from: '2018-10-01',
  to: '2018-11-01',
  previous_from: '2018-09-01',
  previous_to: '2018-10-01',
  currencies,
  reconciliation: { loads: 3, ok: 3, rows_set_aside: 0, invoiced: 0 },
  first_day: '2018-09-01',
  last_day: '2018-10-31',
  last_import_at: null,
})

const say = (currencies: Overview['currencies']) => {
  const sentence = sayOverview(overview(currencies))
  return sentence && `${sentence.before} ${sentence.amount}${sentence.after}`
}

test('amount, period and how it moved', () => {
  expect(say([currency('USD', '4064.483132', -3.14)])).toBe(
    'You spent $4,064.48 in October 2018, 3.1% less than in September 2018.',
  )
  expect(say([currency('USD', '4064.483132', 12)])).toContain('12.0% more than in September 2018')
  expect(say([currency('USD', '10', 0.01)])).toBe('You spent $10.00 in October 2018, as much as in September 2018.')
})

test('nothing before is not called a change, nothing at all is not a sentence', () => {
  expect(say([currency('USD', '10', null)])).toBe('You spent $10.00 in October 2018.')
  expect(say([])).toBeNull()
})

test('days are counted where no month fits', () => {
  const days = {
    ...overview([currency('USD', '10', 5)]),
    from: '2026-10-21',
    to: '2026-11-20',
    previous_from: '2026-09-21',
    previous_to: '2026-10-21',
  }
  expect(sayOverview(days)?.after).toBe(' from Oct 21 to Nov 19, 2026, 5.0% more than in the 30 days before.')
})

test('periods of unequal length say so', () => {
  expect(sayUnequalDays(overview([]))).toBe(', 31 days against 30')
  expect(sayUnequalDays({ ...overview([]), from: '2018-10-02' })).toBe('')
  expect(sayUnequalDays({ ...overview([]), previous_from: null, previous_to: null })).toBe('')
})

test('two currencies stand side by side', () => {
  expect(say([currency('USD', '10', 5), currency('NOK', '99.5', null)])).toBe(
    'You spent $10.00 and NOK\u00a099.50 in October 2018, 5.0% more in USD than in September 2018.',
  )
})

test('the proof says what does not agree', () => {
  const with_ = (reconciliation: Overview['reconciliation']) => sayProof({ ...overview([]), reconciliation })
  expect(with_({ loads: 3, ok: 3, rows_set_aside: 0, invoiced: 0 })).toEqual({
    tone: 'plain',
    words: 'All 3 bills reconciled with their files, no invoice to compare with',
  })
  expect(with_({ loads: 3, ok: 2, rows_set_aside: 1, invoiced: 0 })).toEqual({
    tone: 'leak',
    words: '2 of 3 bills reconciled; 1 differ from their files; 1 row was set aside',
  })
  expect(with_({ loads: 1, ok: 1, rows_set_aside: 1200, invoiced: 1 }).words).toBe(
    'The bill reconciled with the invoice; 1,200 rows were set aside',
  )
})
