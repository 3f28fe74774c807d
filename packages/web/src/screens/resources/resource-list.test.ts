import { expect, test } from 'vitest'
import { costIn, filterOf, readResources, writeResources } from './resource-list.ts'

test('reads and writes the view, sorted by cost by default', () => {
  const search = {
    q: 'web',
    service: 'EC2',
    state: 'stopped',
    recommendations: 'some',
    by: 'type',
    currency: 'NOK',
    sort: '-name',
    id: 'arn:aws:ec2:us-east-1:1:instance/i-1',
    of: 'AWS',
  }
  const written = Object.fromEntries(Object.entries(writeResources(readResources(search))).filter(([, value]) => value))
  expect(written).toEqual(search)
  expect(Object.values(writeResources(readResources({}))).join('')).toBe('')
  expect(readResources({ sort: 'nonsense', by: 'nonsense' })).toMatchObject({
    sort: { id: 'cost', desc: true },
    groupBy: '',
  })
})

test('filterOf sends search and filters to the server', () => {
  const view = readResources({ service: 'EC2', recommendations: 'some', currency: 'EUR' })
  expect(filterOf(view, 'web')).toEqual({
    service: 'EC2',
    search: 'web',
    with_recommendations: 'true',
    currency: 'EUR',
  })
  expect(filterOf(readResources({}), '')).toEqual({})
})

test('costIn returns the cost in one currency, or undefined', () => {
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
