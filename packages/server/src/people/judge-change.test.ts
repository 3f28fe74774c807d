import {
  effectivePermissions,
  type Grants,
  type Permission,
  permissions,
  type Role,
  rolePermissions,
} from '@kept/domain/permission.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Changer, runsOrganization, type Subject, whyNotChange, whyNotGive } from './judge-change.ts'

const none: Grants = { allow: [], deny: [] }
const admin: Changer = { id: 'a', role: 'admin', permissions: rolePermissions.admin }
const somebody = (role: Role, grants: Grants = none): Subject => ({
  id: 's',
  email: 's@example.com',
  role,
  status: 'active',
  grants,
})

const roles = fc.constantFrom<Role>('admin', 'user', 'billing_admin')
const some = fc.subarray<Permission>([...permissions])
const grants = fc.record({ allow: some, deny: some })
const changers = fc
  .record({ role: roles, grants })
  .map(({ role, grants }): Changer => ({ id: 'a', role, permissions: effectivePermissions(role, grants) }))
const changes = fc.record(
  { role: roles, status: fc.constantFrom('active' as const, 'disabled' as const), grants },
  { requiredKeys: [] },
)

it('lets nobody change their own role, status or permissions', () => {
  fc.assert(
    fc.property(changers, grants, changes, (changer, given, change) => {
      const self: Subject = { id: 'a', email: 'a@example.com', role: changer.role, status: 'active', grants: given }
      expect(whyNotChange(changer, self, change)).toMatch(/yourself|your own/)
    }),
  )
})

it('never lets a change add to somebody what the changer may not do', () => {
  fc.assert(
    fc.property(
      changers,
      roles,
      grants,
      fc.constantFrom('active' as const, 'disabled' as const),
      changes,
      (changer, role, given, status, change) => {
        const subject: Subject = { id: 's', email: 's@example.com', role, status, grants: given }
        if (whyNotChange(changer, subject, change) !== null || change.status === 'disabled') return
        const before = status === 'active' ? effectivePermissions(role, given) : []
        const after = effectivePermissions(change.role ?? role, change.grants ?? given)
        for (const one of after) expect([...before, ...changer.permissions]).toContain(one)
      },
    ),
    { numRuns: 500 },
  )
})

it('leaves roles and permissions to admins, and admins to admins', () => {
  const helper: Changer = { id: 'h', role: 'user', permissions: [...rolePermissions.user, 'users:write', 'users:read'] }
  expect(whyNotChange(helper, somebody('user'), { role: 'billing_admin' })).toBe(
    'Only an admin changes roles and permissions.',
  )
  expect(whyNotChange(helper, somebody('user'), { grants: { allow: ['costs:read'], deny: [] } })).toBe(
    'Only an admin changes roles and permissions.',
  )
  expect(whyNotChange(helper, somebody('admin'), { status: 'disabled' })).toBe(
    's@example.com may do more than you; an admin can change this.',
  )
  expect(whyNotChange(helper, somebody('user'), { status: 'disabled' })).toBeNull()
  expect(whyNotGive(helper, rolePermissions.admin)).toMatch(/^You cannot give what you may not do yourself: /)
})

it('gives a billing admin no power over people', () => {
  const wanted: Grants = { allow: ['users:write'], deny: [] }
  expect(whyNotChange(admin, somebody('billing_admin'), { grants: wanted })).toMatch(
    /^A billing_admin cannot be given users:write/,
  )
  expect(whyNotChange(admin, somebody('user', wanted), { role: 'billing_admin' })).toMatch(
    /^A billing_admin cannot be given/,
  )
  expect(effectivePermissions('billing_admin', wanted)).not.toContain('users:write')
})

it('counts as running an organisation only who may let people in and set its rules', () => {
  expect(runsOrganization(somebody('admin'))).toBe(true)
  expect(runsOrganization(somebody('admin', { allow: [], deny: ['users:write'] }))).toBe(false)
  expect(runsOrganization(somebody('user', { allow: ['users:write', 'organization:write'], deny: [] }))).toBe(false)
})
