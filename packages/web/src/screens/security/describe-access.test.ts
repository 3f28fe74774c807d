import { expect, it } from 'vitest'
import { describeAccess, sourceLabels } from './describe-access.ts'

const ana = { email: 'ana@example.com', groups: [], role_groups: [], denied: [] }

const okta = { id: null, name: 'Okta' }
const groups = [
  { name: 'Admins', role: 'admin' as const, custom_role: null, providers: [okta] },
  { name: 'Berlin', role: null, custom_role: null, providers: [okta] },
  { name: 'Platform', role: null, custom_role: null, providers: [okta, { id: null, name: 'SCIM provisioning' }] },
]

it('is the address of someone with a role that a person gave', () => {
  expect(describeAccess(ana)).toBe('ana@example.com')
})

it('names the group that gives the role, and its provider, and what was taken away', () => {
  expect(describeAccess({ ...ana, groups, role_groups: ['Admins'] })).toBe('role by the group Admins of Okta')
  expect(describeAccess({ ...ana, groups, denied: ['billing:write'] })).toBe(
    'in Admins, Berlin, Platform; without billing:write',
  )
})

it('names the source of a permission: the role, the groups that give it, or a grant', () => {
  expect(sourceLabels(ana)).toMatchObject({ role: 'by the role', grant: 'granted' })
  expect(sourceLabels({ groups, role_groups: ['Admins', 'Platform'] }).group).toBe(
    'by the groups Admins of Okta, Platform of Okta and SCIM provisioning',
  )
})
