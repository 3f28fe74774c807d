import { apiKeyPermissions, isOperatorPermission, permissions } from '@kept/domain/permission.ts'
import { expect, it } from 'vitest'
import { accessAreas, levelIn } from './access-areas.ts'

it('has an area for each permission of an organization', () => {
  const prefixes = accessAreas.flatMap((area) => area.prefixes)
  const missing = permissions.filter(
    (permission) => !isOperatorPermission(permission) && !prefixes.includes(permission.split(':')[0] ?? ''),
  )
  expect(missing).toEqual([])
  expect(apiKeyPermissions.length).toBeGreaterThan(0)
})

it('names how much of an area someone has', () => {
  expect(levelIn([])).toBe('–')
  expect(levelIn(['billing:read'])).toBe('View')
  expect(levelIn(['billing:read', 'billing:write'])).toBe('Full')
  expect(levelIn(['loops:read', 'loops:write'])).toBe('Edit')
})
