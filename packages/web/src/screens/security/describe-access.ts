import type { AccessControls } from '@kept/contract/routes/access-controls.ts'

type Person = Pick<AccessControls['people'][number], 'email' | 'groups' | 'role_source' | 'denied'>

/** Why someone has their role, and what of it was taken away; the address where there is nothing to say. */
export function describeAccess({ email, groups, role_source, denied }: Person): string {
  const names = groups.filter(({ role }) => role !== null || role_source === 'assigned').map(({ name }) => name)
  const parts = []
  if (names.length > 0)
    parts.push(role_source === 'group' ? `role by the group ${names.join(', ')}` : `in ${names.join(', ')}`)
  if (denied.length > 0) parts.push(`without ${denied.join(', ')}`)
  return parts.join('; ') || email
}
