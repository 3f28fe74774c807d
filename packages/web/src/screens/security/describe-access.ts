import type { AccessControls } from '@kept/contract/routes/access-controls.ts'
import { type AccessSource, describeGroups } from '@kept/domain/access-source.ts'

type Person = Pick<AccessControls['people'][number], 'email' | 'groups' | 'role_groups' | 'denied'>

/** Why someone has their role, and what of it was taken away; the address where there is nothing to say. */
export function describeAccess({ email, groups, role_groups, denied }: Person): string {
  const parts = []
  if (role_groups.length > 0) parts.push(`role ${describeGroups(role_groups, groups)}`)
  else if (groups.length > 0) parts.push(`in ${groups.map(({ name }) => name).join(', ')}`)
  if (denied.length > 0) parts.push(`without ${denied.join(', ')}`)
  return parts.join('; ') || email
}

/** Where each source of access comes from, as the list of permissions says it. */
export function sourceLabels({
  groups,
  role_groups,
}: Pick<Person, 'groups' | 'role_groups'>): Record<AccessSource, string> {
  return { role: 'by the role', group: describeGroups(role_groups, groups), grant: 'granted' }
}
