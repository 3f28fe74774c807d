import { roleSchema } from '@kept/domain/grants.ts'
import { effectivePermissions, permissions, rolePermissions } from '@kept/domain/permission.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { grantsFor, rowsOf } from './grants.ts'

test('law: what is ticked is exactly what the person may do afterwards, whatever the role', () => {
  fc.assert(
    fc.property(fc.constantFrom(...roleSchema.options), fc.subarray([...permissions]), (role, selected) => {
      const by_role = [...rolePermissions[role]]
      const all = [...permissions]
      const rows = rowsOf({ role, custom_role: null, by_role, grantable: all, effective: by_role, allow: [], deny: [] })
      const ticked = selected.filter((name) => rows.some(({ permission, open }) => permission === name && open))
      expect(effectivePermissions(role, grantsFor({ by_role }, new Set(ticked)))).toEqual(
        permissions.filter((permission) => ticked.includes(permission)),
      )
    }),
  )
})

test('a permission can be granted only by a user who has it, and can be revoked', () => {
  const rows = rowsOf({
    role: 'user',
    custom_role: null,
    by_role: ['costs:read'],
    grantable: [],
    effective: ['costs:read'],
    allow: [],
    deny: [],
  })
  expect(rows.filter(({ open }) => open).map(({ permission }) => permission)).toEqual(['costs:read'])
})
