import type { Overview } from '@kept/contract/routes/cost-optimization.ts'
import { expect, test } from 'vitest'
import { describeOverview, describeReconciliation, describeUnequalDays } from './sentence.ts'

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
  recommendations: { count: 0, monthly_savings: '0', low: '0', high: '0', split: null },
})

const overview = (currencies: Overview['currencies']): Overview => ({
  start_date: '2018-10-01',
  end_date: '2018-11-01',
  previous_start_date: '2018-09-01',
  previous_end_date: '2018-10-01',
  currencies,
  reconciliation: { loads: 3, ok: 3, rejected_rows: 0, invoiced: 0 },
  first_day: '2018-09-01',
  last_day: '2018-10-31',
  last_import_at: null,
})

const describeTotals = (currencies: Overview['currencies']) => {
  const sentence = describeOverview(overview(currencies))
  return sentence && `${sentence.before} ${sentence.amount}${sentence.after}`
}

test('describeOverview shows amount, period, and change', () => {
  expect(describeTotals([currency('USD', '4064.483132', -3.14)])).toBe(
    'You spent $4,064.48 in October 2018, 3.1% less than in September 2018.',
  )
  expect(describeTotals([currency('USD', '4064.483132', 12)])).toContain('12.0% more than in September 2018')
  expect(describeTotals([currency('USD', '10', 0.01)])).toBe(
    'You spent $10.00 in October 2018, as much as in September 2018.',
  )
})

test('describeOverview omits the change without an earlier period, and returns null without costs', () => {
  expect(describeTotals([currency('USD', '10', null)])).toBe('You spent $10.00 in October 2018.')
  expect(describeTotals([])).toBeNull()
})

test('describeOverview counts days when the window is not a month', () => {
  const days = {
    ...overview([currency('USD', '10', 5)]),
    start_date: '2026-10-21',
    end_date: '2026-11-20',
    previous_start_date: '2026-09-21',
    previous_end_date: '2026-10-21',
  }
  expect(describeOverview(days)?.after).toBe(' from Oct 21 to Nov 19, 2026, 5.0% more than in the 30 days before.')
})

test('describeUnequalDays compares the lengths of two periods', () => {
  expect(describeUnequalDays(overview([]))).toBe(', both at 31 days')
  expect(describeUnequalDays({ ...overview([]), start_date: '2018-10-02' })).toBe('')
  expect(describeUnequalDays({ ...overview([]), previous_start_date: null, previous_end_date: null })).toBe('')
})

test('describeOverview lists two currencies', () => {
  expect(describeTotals([currency('USD', '10', 5), currency('NOK', '99.5', null)])).toBe(
    'You spent $10.00 and NOK\u00a099.50 in October 2018, 5.0% more in USD than in September 2018.',
  )
})

test('describeReconciliation names skipped rows and mismatches', () => {
  const with_ = (reconciliation: Overview['reconciliation']) =>
    describeReconciliation({ ...overview([]), reconciliation })
  expect(with_({ loads: 3, ok: 3, rejected_rows: 0, invoiced: 0 })).toEqual({
    tone: 'plain',
    message: 'All 3 bills reconciled with their files, no invoice to compare with',
  })
  expect(with_({ loads: 3, ok: 2, rejected_rows: 1, invoiced: 0 })).toEqual({
    tone: 'leak',
    message: '2 of 3 bills reconciled; 1 does not match its file; 1 row was skipped',
  })
  expect(with_({ loads: 1, ok: 1, rejected_rows: 1200, invoiced: 1 }).message).toBe(
    'The bill reconciled with the invoice; 1,200 rows were skipped',
  )
})
