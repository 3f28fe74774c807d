import type { Permission } from '@kept/domain/permission.ts'
import { describe, expect, it } from 'vitest'
import { type AccessChange, type AccessHolder, unusedPermissions } from './access-usage.ts'

const from = Date.parse('2026-03-01T00:00:00Z')
const day = 86_400_000
const holder: AccessHolder = {
  kind: 'person',
  id: 'uma',
  role: 'user',
  permissions: ['costs:read', 'costs:import', 'alerts:write'],
  since: from - day,
  last_active_at: from + day,
}
const unused = (
  changed: Partial<AccessHolder> = {},
  { used = [], changes = [] }: { used?: Permission[]; changes?: AccessChange[] } = {},
) =>
  unusedPermissions(
    { ...holder, ...changed },
    { from, recorded: ['costs:import', 'alerts:write'], uses: new Map([['person uma', new Set(used)]]), changes },
  )

describe('permissions that are not used', () => {
  it('are those whose use would have left an event', () => {
    expect(unused({}, { used: ['alerts:write'] })).toEqual(['costs:import'])
    expect(unused({}, { used: ['alerts:write', 'costs:import'] })).toEqual([])
  })

  it('are all of them where nothing was done at all', () => {
    expect(unused({ last_active_at: null })).toEqual(holder.permissions)
    expect(unused({ last_active_at: from - 1 })).toEqual(holder.permissions)
  })

  it('are never those of someone who has not been there for the whole period', () => {
    expect(unused({ since: from + 1, last_active_at: null })).toEqual([])
  })

  it('belong to one holder: an API key with the same ID has its own', () => {
    expect(unused({ kind: 'api_key' }, { used: ['alerts:write'] })).toEqual(['costs:import', 'alerts:write'])
  })

  it.each<{ name: string; change: AccessChange; left: Permission[]; custom_role?: string }>([
    {
      name: 'a grant: the others are as old as before',
      change: {
        action: 'membership.permissions_changed',
        subject_id: 'uma',
        before: { allow: [], deny: ['alerts:write'] },
      },
      left: ['costs:import'],
    },
    {
      name: 'another role',
      change: { action: 'membership.role_changed', subject_id: 'uma', before: { role: 'billing_admin' } },
      left: ['costs:import', 'alerts:write'],
    },
    {
      name: 'a role that is not known anymore',
      change: { action: 'membership.role_changed', subject_id: 'uma', before: { role: 'Auditor' } },
      left: [],
    },
    {
      name: 'a change whose content was erased',
      change: { action: 'membership.permissions_changed', subject_id: 'uma', before: {} },
      left: [],
    },
    {
      name: 'a custom role that was extended',
      change: {
        action: 'custom_role.updated',
        subject_id: null,
        before: { name: 'Ops', permissions: ['costs:import'] },
      },
      left: ['costs:import'],
      custom_role: 'Ops',
    },
    {
      name: 'a user who was enabled again',
      change: { action: 'membership.enabled', subject_id: 'uma', before: {} },
      left: [],
    },
    {
      name: 'a change of someone else',
      change: { action: 'membership.enabled', subject_id: 'ada', before: {} },
      left: ['costs:import', 'alerts:write'],
    },
  ])('are not those gained within the period by $name', ({ change, left, custom_role }) => {
    expect(unused({ custom_role }, { changes: [change] })).toEqual(left)
  })
})
