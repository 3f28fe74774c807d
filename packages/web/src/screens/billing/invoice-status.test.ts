import { expect, test } from 'vitest'
import { invoiceStatus } from './invoice-status.ts'

const issued = { state: 'issued', kind: 'invoice', payment_state: 'none', is_overdue: false } as const

test('a document that is no issued invoice is named for what it is', () => {
  expect(invoiceStatus({ ...issued, state: 'draft' }).label).toBe('Draft')
  expect(invoiceStatus({ ...issued, state: 'voided', payment_state: 'paid' }).label).toBe('Voided')
  expect(invoiceStatus({ ...issued, kind: 'credit_note' }).label).toBe('Credit note')
})

test('an open invoice after its day is overdue, one that is being paid is not', () => {
  expect(invoiceStatus({ ...issued, is_overdue: true })).toEqual({ label: 'Overdue', tone: 'leak' })
  expect(invoiceStatus({ ...issued, payment_state: 'partial', is_overdue: true }).label).toBe('Overdue')
  expect(invoiceStatus({ ...issued, payment_state: 'pending', is_overdue: true }).label).toBe('Payment pending')
  expect(invoiceStatus({ ...issued, payment_state: 'paid', is_overdue: true }).label).toBe('Paid')
})
