import { expect, test } from 'vitest'
import { methodName } from './method-name.ts'

const card = { kind: 'card', brand: 'visa', last4: '4242', label: '' } as const

test('a method is named by its label, else by brand and last digits', () => {
  expect(methodName(card)).toBe('Visa ending in 4242')
  expect(methodName({ ...card, label: 'Company card' })).toBe('Company card')
  expect(methodName({ ...card, kind: 'bank_debit', brand: 'sepa_debit' })).toBe('Sepa debit ending in 4242')
  expect(methodName({ ...card, brand: '', last4: '' })).toBe('Card')
})
