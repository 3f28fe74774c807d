import { expect, test } from 'vitest'
import { costIn, filterOf, readResources, writeResources } from './resource-list.ts'

test('the view lives in the address; the costliest first unless said otherwise', () => {
  const search = {
    q: 'web',
    service: 'EC2',
    state: 'stopped',
    findings: 'some',
    by: 'type',
    currency: 'NOK',
    sort: '-name',
    id: 'arn:aws:ec2:us-east-1:1:instance/i-1',
    of: 'AWS',
  }
  const written = Object.fromEntries(Object.entries(writeResources(readResources(search))).filter(([, word]) => word))
  expect(written).toEqual(search)
  expect(Object.values(writeResources(readResources({}))).join('')).toBe('')
  expect(readResources({ sort: 'nonsense', by: 'nonsense' })).toMatchObject({
    sort: { id: 'cost', desc: true },
    by: '',
  })
})

test('the server searches and filters', () => {
  const view = readResources({ service: 'EC2', findings: 'some', currency: 'EUR' })
  expect(filterOf(view, 'web')).toEqual({ service: 'EC2', search: 'web', with_findings: 'true', currency: 'EUR' })
  expect(filterOf(readResources({}), '')).toEqual({})
})

test('a cost is of one currency, and unknown where there is none', () => {
  const costs = [
    { currency: 'EUR', effective: '1', billed: null },
    { currency: 'USD', effective: '2', billed: '2' },
  ]
  expect([costIn({ costs }, 'USD')?.effective, costIn({ costs }, '')?.currency, costIn({ costs: [] }, '')]).toEqual([
    '2',
    'EUR',
    undefined,
  ])
})
