import { expect, it } from 'vitest'
import { groupsThatGive } from './saml.ts'

const auditor = { id: 'r1', name: 'Auditor', permissions: [] }
const mapping = [
  { group: 'Everyone', role: 'user' as const, custom_role: null },
  { group: 'FinOps', role: 'billing_admin' as const, custom_role: null },
  { group: 'Finance', role: 'billing_admin' as const, custom_role: null },
  { group: 'Audit', role: 'user' as const, custom_role: auditor },
]

it('names every group that gives the role, and not those that give a lower one', () => {
  const groups = ['Everyone', 'FinOps', 'Finance', 'Berlin']
  expect(groupsThatGive({ role: 'billing_admin' }, groups, mapping)).toEqual(['FinOps', 'Finance'])
  expect(groupsThatGive({ role: 'user', custom_role: auditor }, ['Everyone', 'Audit'], mapping)).toEqual(['Audit'])
})

it('names none where a person gave another role', () => {
  expect(groupsThatGive({ role: 'admin' }, ['FinOps'], mapping)).toEqual([])
  expect(groupsThatGive({ role: 'user' }, ['Everyone', 'FinOps'], mapping)).toEqual([])
  expect(groupsThatGive({ role: 'user' }, [], mapping)).toEqual([])
})
