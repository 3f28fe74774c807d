/**
 * Who may change whom, as one question without a database: null, or the sentence why not.
 *
 * Nobody touches their own access, so that no mistake locks an organisation out and no stolen session raises itself.
 * Nobody gives what they do not have: what a change adds to a person must be within what the changer may do.
 */
import { effectivePermissions, type Grants, neverGranted, type Permission, type Role } from '@kept/domain/permission.ts'

export interface Changer {
  id: string
  role: Role
  permissions: readonly Permission[]
}

export interface Subject {
  id: string
  email: string
  role: Role
  status: 'active' | 'disabled'
  grants: Grants
}

export interface Change {
  role?: Role | undefined
  status?: 'active' | 'disabled' | 'removed' | undefined
  grants?: Grants | undefined
}

export function whyNotChange(changer: Changer, subject: Subject, change: Change): string | null {
  if (subject.id === changer.id) {
    return change.status === 'removed'
      ? 'You cannot remove yourself; leave the organisation instead.'
      : 'You cannot change your own role or access; another admin can.'
  }
  if (changer.role !== 'admin') {
    if (change.role !== undefined || change.grants) return 'Only an admin changes roles and permissions.'
    const beyond = beyondOf(changer, effectivePermissions(subject.role, subject.grants))
    if (subject.role === 'admin' || beyond.length > 0)
      return `${subject.email} may do more than you; an admin can change this.`
  }
  const role = change.role ?? subject.role
  const grants = change.grants ?? subject.grants
  const never = grants.allow.filter((one) => neverGranted[role].includes(one))
  if ((change.role || change.grants) && never.length > 0) {
    return `A ${role} cannot be given ${never.join(', ')}; take that grant away first.`
  }
  if (change.status === 'removed' || change.status === 'disabled') return null
  const before = subject.status === 'active' ? effectivePermissions(subject.role, subject.grants) : []
  const gained = [...effectivePermissions(role, grants), ...grants.allow].filter((one) => !before.includes(one))
  return whyNotGive(changer, gained)
}

/** Whether somebody may give these permissions, by a role, a grant or an invitation. */
export function whyNotGive(changer: Changer, given: readonly Permission[]): string | null {
  const beyond = beyondOf(changer, given)
  if (beyond.length === 0) return null
  return `You cannot give what you may not do yourself: ${[...new Set(beyond)].join(', ')}.`
}

function beyondOf({ permissions }: Changer, given: readonly Permission[]): Permission[] {
  return given.filter((one) => !permissions.includes(one))
}

/** Whether an admin can still run the organisation: one whose people or rules are denied to them does not count. */
export function runsOrganization({ role, grants }: Pick<Subject, 'role' | 'grants'>): boolean {
  const may = effectivePermissions(role, grants)
  return role === 'admin' && may.includes('users:write') && may.includes('organization:write')
}

export const lastAdminWords = 'They are the last admin of the organisation; make somebody else an admin first.'
