import type { AccessControls } from '@kept/contract/routes/access-controls.ts'
import type { AccessSource } from '@kept/domain/access-source.ts'

type Person = Pick<AccessControls['people'][number], 'email' | 'groups' | 'role_groups' | 'denied'>

/** Why someone has their role, and what of it was taken away; the address where there is nothing to say. */
export function describeAccess({ email, groups, role_groups, denied }: Person): string {
  const parts = []
  if (role_groups.length > 0) parts.push(`role ${byGroups(role_groups)}`)
  else if (groups.length > 0) parts.push(`in ${groups.map(({ name }) => name).join(', ')}`)
  if (denied.length > 0) parts.push(`without ${denied.join(', ')}`)
  return parts.join('; ') || email
}

/** Where each source of access comes from, as the list of permissions says it. */
export function sourceLabels({ role_groups }: Pick<Person, 'role_groups'>): Record<AccessSource, string> {
  return { role: 'by the role', group: byGroups(role_groups), grant: 'granted' }
}

function byGroups(groups: readonly string[]): string {
  return `by the ${groups.length === 1 ? 'group' : 'groups'} ${groups.join(', ')}`
}
