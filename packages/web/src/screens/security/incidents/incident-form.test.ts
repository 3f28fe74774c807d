import { expect, it } from 'vitest'
import { impactOfForm, resourcesOfForm } from './incident-form.ts'

it('sends what an incident cost, or that it is not known', () => {
  expect(impactOfForm(' 1,250.50 ', 'eur')).toEqual({ amount: '1250.50', currency: 'EUR' })
  expect(impactOfForm('  ', 'USD')).toBeNull()
  expect(impactOfForm('a lot', 'USD')).toEqual({ amount: 'a lot', currency: 'USD' })
})

it('sends each affected resource once', () => {
  expect(resourcesOfForm('i-1\r\n\n i-2 \ni-1\n')).toEqual(['i-1', 'i-2'])
  expect(resourcesOfForm('\n')).toEqual([])
})
