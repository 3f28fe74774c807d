import type { BillingUsage } from '@kept/contract/routes/billing/shapes.ts'
import { expect, test } from 'vitest'
import { feesByMonth } from './fees-by-month.ts'

const month = (
  period: string,
  fee: string,
  state: 'final' | 'provisional' = 'final',
): BillingUsage['months'][number] => ({
  ...{ period, fee, state, currency: 'USD', verified: '0.00', actions: [] },
})
const next = { periods: ['2026-11'], provisional: '40.00', fee: '10.00', fee_low: '8.00', fee_high: '12.00' }

test('signed months stand oldest first, the estimate last', () => {
  expect(feesByMonth([month('2026-10', '5.00'), month('2026-09', '4.00')], 'USD', next)).toEqual([
    { period: '2026-09', fee: '4', range: null },
    { period: '2026-10', fee: '5', range: null },
    { period: '2026-11', fee: '10.00', range: { low: '8.00', high: '12.00' } },
  ])
})

test('a correction adds to its month; provisional months and other currencies are left out', () => {
  const months = [month('2026-09', '4.00'), month('2026-09', '-1.50'), month('2026-10', '9.00', 'provisional')]
  expect(feesByMonth([...months, { ...month('2026-09', '7.00'), currency: 'EUR' }], 'USD', null)).toEqual([
    { period: '2026-09', fee: '2.5', range: null },
  ])
})

test('the newest six are drawn', () => {
  const months = ['01', '02', '03', '04', '05', '06', '07'].map((number) => month(`2026-${number}`, '1.00'))
  expect(feesByMonth(months, 'USD', next).map(({ period }) => period)).toEqual([
    ...['2026-03', '2026-04', '2026-05', '2026-06', '2026-07', '2026-11'],
  ])
})
