import { partySchema } from '@kept/domain/billing/invoice-document.ts'
import { expect, test } from 'vitest'
import { partyLines } from './party-lines.ts'

const party = partySchema.parse({ name: 'Acme', country: 'DE' })

test('an address has only the lines that are known', () => {
  expect(partyLines(party)).toEqual(['Acme', 'Germany'])
})

test('the postal code stands before the city, in North America after the state', () => {
  const address = { ...party, street: '1 Main', city: 'Town', postal_code: '12345', region: 'OR' }
  expect(partyLines(address)).toEqual(['Acme', '1 Main', '12345 Town, OR', 'Germany'])
  expect(partyLines({ ...address, country: 'US' })).toEqual(['Acme', '1 Main', 'Town, OR 12345', 'United States'])
})

test('a country code without a name stays as it is', () => {
  expect(partyLines({ ...party, country: 'XX' })).toEqual(['Acme', 'XX'])
})
