import type { InvoiceSummary } from '@kept/contract/routes/billing/shapes.ts'
import { expect, test } from 'vitest'
import { owedOf } from './owed.ts'

const invoice: InvoiceSummary = {
  ...{ id: '00000000-0000-4000-8000-000000000000', kind: 'invoice', number: 'KPT-2026-0001', state: 'issued' },
  ...{ payment_state: 'none', sync_state: 'off', period: '2026-10', currency: 'USD', is_overdue: false },
  ...{ created_at: '2026-11-07T00:00:00Z', issues_at: null, issued_on: '2026-11-14', due_on: '2026-12-14' },
  ...{ net: '10.00', tax: '0.00', gross: '10.00', credit_applied: '0.00', due: '10.00', paid: '0.00' },
  ...{ credited: '0.00', written_off: '0.00', open: '10.00' },
}

test('nothing is owed for what is paid', () => {
  expect(owedOf([{ ...invoice, open: '0.00' }])).toEqual([])
})

test('invoices of one currency add up, and the earliest day counts', () => {
  expect(owedOf([invoice, { ...invoice, open: '2.50', due_on: '2026-11-30', is_overdue: true }])).toEqual([
    { currency: 'USD', amount: '12.5', dueOn: '2026-11-30', isOverdue: true, invoices: 2 },
  ])
})

test('currencies are not added', () => {
  expect(owedOf([invoice, { ...invoice, currency: 'EUR' }]).map(({ currency, amount }) => [currency, amount])).toEqual([
    ['USD', '10'],
    ['EUR', '10'],
  ])
})
