import { expect, it } from 'vitest'
import { type Identity, successorsOf } from './successors.ts'

const gone: Identity = {
  resource: 'i-1',
  account: '1',
  region: 'eu-west-1',
  skuFamily: 'm5',
  codeAddress: 'module.api.vm',
  name: 'api',
  group: null,
  firstHour: 0,
}
const found = (change: Partial<Identity>) =>
  successorsOf(gone, 100, [gone, { ...gone, resource: 'i-2', firstHour: 120, ...change }])

it.each<[string, Partial<Identity>, string[]]>([
  ['the same in every way', {}, ['i-2']],
  ['only its name', { codeAddress: null }, ['i-2']],
  ['only its address in code', { name: 'another' }, ['i-2']],
  ['nothing to know it by', { codeAddress: null, name: '' }, []],
  ['a group that neither has', { codeAddress: null, name: null, group: null }, []],
  ['another account', { account: '2' }, []],
  ['another region', { region: 'us-east-1' }, []],
  ['another family', { skuFamily: 'c5' }, []],
  ['there before the action', { firstHour: 99 }, []],
])('a successor: %s', (_, change, expected) => {
  expect(found(change)).toEqual(expected)
})

it('lists them as they came', () => {
  const later = ['i-4', 'i-3'].map((resource, index) => ({ ...gone, resource, firstHour: 300 - index }))
  expect(successorsOf(gone, 100, later)).toEqual(['i-3', 'i-4'])
})
