import { effectivePermissions, permissions, rolePermissions, roleSchema } from '@kept/domain/permission.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { grantsFor, rowsOf } from './grants.ts'

test('law: what is ticked is exactly what the person may do afterwards, whatever the role', () => {
  fc.assert(
    fc.property(fc.constantFrom(...roleSchema.options), fc.subarray([...permissions]), (role, wished) => {
      const by_role = [...rolePermissions[role]]
      const all = [...permissions]
      const rows = rowsOf({ role, by_role, grantable: all, effective: by_role, allow: [], deny: [] })
      const ticked = wished.filter((candidate) => rows.some(({ permission, open }) => permission === candidate && open))
      expect(effectivePermissions(role, grantsFor({ by_role }, new Set(ticked)))).toEqual(
        permissions.filter((permission) => ticked.includes(permission)),
      )
    }),
  )
})

test('what one does not have oneself cannot be given, and what somebody has can be taken', () => {
  const rows = rowsOf({
    role: 'user',
    by_role: ['costs:read'],
    grantable: [],
    effective: ['costs:read'],
    allow: [],
    deny: [],
  })
  expect(rows.filter(({ open }) => open).map(({ permission }) => permission)).toEqual(['costs:read'])
})
