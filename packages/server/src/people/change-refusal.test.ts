import {
  effectivePermissions,
  type Grants,
  type Permission,
  permissions,
  type Role,
  rolePermissions,
  runsOrganization,
} from '@kept/domain/permission.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Changer, changeRefusal, grantRefusal, type Subject } from './change-refusal.ts'

const noGrants: Grants = { allow: [], deny: [] }
const admin: Changer = { id: 'a', role: 'admin', permissions: rolePermissions.admin }
const somebody = (role: Role, grants: Grants = noGrants): Subject => ({
  id: 's',
  email: 's@example.com',
  role,
  status: 'active',
  grants,
})

const roles = fc.constantFrom<Role>('admin', 'user', 'billing_admin')
const somePermissions = fc.subarray<Permission>([...permissions])
const grants = fc.record({ allow: somePermissions, deny: somePermissions })
const changers = fc
  .record({ role: roles, grants })
  .map(({ role, grants }): Changer => ({ id: 'a', role, permissions: effectivePermissions(role, grants) }))
const changes = fc.record(
  { role: roles, status: fc.constantFrom('active' as const, 'disabled' as const), grants },
  { requiredKeys: [] },
)

it('rejects changes of one’s own role, status or permissions', () => {
  fc.assert(
    fc.property(changers, grants, changes, (changer, currentGrants, change) => {
      const self: Subject = {
        id: 'a',
        email: 'a@example.com',
        role: changer.role,
        status: 'active',
        grants: currentGrants,
      }
      expect(changeRefusal(changer, self, change)).toMatch(/yourself|your own/)
    }),
  )
})

it('never grants permissions that the changer does not have', () => {
  fc.assert(
    fc.property(
      changers,
      roles,
      grants,
      fc.constantFrom('active' as const, 'disabled' as const),
      changes,
      (changer, role, currentGrants, status, change) => {
        const subject: Subject = { id: 's', email: 's@example.com', role, status, grants: currentGrants }
        if (changeRefusal(changer, subject, change) !== null || change.status === 'disabled') return
        const before = status === 'active' ? effectivePermissions(role, currentGrants) : []
        const after = effectivePermissions(change.role ?? role, change.grants ?? currentGrants)
        for (const permission of after) expect([...before, ...changer.permissions]).toContain(permission)
      },
    ),
    { numRuns: 500 },
  )
})

it('leaves roles and permissions to admins, and admins to admins', () => {
  const helper: Changer = { id: 'h', role: 'user', permissions: [...rolePermissions.user, 'users:write', 'users:read'] }
  expect(changeRefusal(helper, somebody('user'), { role: 'billing_admin' })).toBe(
    'Only an admin can change roles and permissions.',
  )
  expect(changeRefusal(helper, somebody('user'), { grants: { allow: ['costs:read'], deny: [] } })).toBe(
    'Only an admin can change roles and permissions.',
  )
  expect(changeRefusal(helper, somebody('admin'), { status: 'disabled' })).toBe(
    's@example.com has more permissions than you. Ask an admin.',
  )
  expect(changeRefusal(helper, somebody('user'), { status: 'disabled' })).toBeNull()
  expect(grantRefusal(helper, rolePermissions.admin)).toMatch(/^You can't grant permissions you don't have: /)
})

it('gives a billing admin no access to users', () => {
  const requestedGrants: Grants = { allow: ['users:write'], deny: [] }
  expect(changeRefusal(admin, somebody('billing_admin'), { grants: requestedGrants })).toMatch(
    /^A billing_admin can't have users:write/,
  )
  expect(changeRefusal(admin, somebody('user', requestedGrants), { role: 'billing_admin' })).toMatch(
    /^A billing_admin can't have/,
  )
  expect(effectivePermissions('billing_admin', requestedGrants)).not.toContain('users:write')
})

it('counts only admins with access to users, settings and policies as running the organization', () => {
  expect(runsOrganization(somebody('admin'))).toBe(true)
  for (const denied of ['users:write', 'organization:write', 'security:write'] as const)
    expect(runsOrganization(somebody('admin', { allow: [], deny: [denied] })), denied).toBe(false)
  expect(runsOrganization(somebody('user', { allow: ['users:write', 'organization:write'], deny: [] }))).toBe(false)
})
