import { expect, it } from 'vitest'
import { impactOfForm, resourcesOfForm } from './incident-form.ts'

it('sends what an incident cost, or that it is not known', () => {
  expect(impactOfForm(' 1,250.50 ', 'eur')).toEqual({ amount: '1250.50', currency: 'EUR' })
  // With a comma before its cents it stays as typed, which the schema refuses: it is not a hundred times as much.
  for (const amount of ['318,50', '1,2,3', '1.250,50'])
    expect(impactOfForm(amount, 'EUR')).toEqual({ amount, currency: 'EUR' })
  expect(impactOfForm('  ', 'USD')).toBeNull()
  expect(impactOfForm('a lot', 'USD')).toEqual({ amount: 'a lot', currency: 'USD' })
})

it('sends each affected resource once', () => {
  expect(resourcesOfForm('i-1\r\n\n i-2 \ni-1\n')).toEqual(['i-1', 'i-2'])
  expect(resourcesOfForm('\n')).toEqual([])
})
