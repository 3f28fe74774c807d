import { expect, it } from 'vitest'
import { describeAlert } from './alert-text.ts'

const stored = {
  id: 'a',
  name: 'A',
  enabled: true,
  created_by: 'Ann',
  created_at: '2026-10-01T00:00:00Z',
  crossings: [],
}

it('describes each kind of alert', () => {
  expect(describeAlert({ ...stored, kind: 'fee', currency: 'USD', amount: '500.00' })).toBe(
    'Fee of a month reaches $500.00',
  )
  expect(describeAlert({ ...stored, kind: 'invoice_due', days_before: 1 })).toBe('Invoice is due in 1 day')
})
