/**
 * Decides who can change whom, without a database: null, or the reason for the refusal. Users can't change their own
 * access, so mistakes lock no one out and a stolen session can't raise itself. Users can't grant permissions they don't
 * have.
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
  /** Comes with the role `user`. */
  custom_role?: Grants['custom_role'] | undefined
}

export function changeRefusal(changer: Changer, subject: Subject, change: Change): string | null {
  if (subject.id === changer.id) {
    return change.status === 'removed'
      ? "You can't remove yourself. Leave the organization instead."
      : "You can't change your own role or access. Ask another admin."
  }
  if (changer.role !== 'admin') {
    if (change.role !== undefined || change.grants) return 'Only an admin can change roles and permissions.'
    const beyond = beyondOf(changer, effectivePermissions(subject.role, subject.grants))
    if (subject.role === 'admin' || beyond.length > 0)
      return `${subject.email} has more permissions than you. Ask an admin.`
  }
  const role = change.role ?? subject.role
  const grants = grantsAfter(subject, change)
  const never = grants.allow.filter((permission) => neverGranted[role].includes(permission))
  if ((change.role || change.grants) && never.length > 0) {
    return `A ${role} can't have ${never.join(', ')}. Remove that grant first.`
  }
  if (change.status === 'removed' || change.status === 'disabled') return null
  const before = subject.status === 'active' ? effectivePermissions(subject.role, subject.grants) : []
  const gained = [...effectivePermissions(role, grants), ...grants.allow].filter(
    (permission) => !before.includes(permission),
  )
  return grantRefusal(changer, gained)
}

/** A built-in role ends the custom one; other grants leave it as it is. */
function grantsAfter({ grants: { custom_role, allow, deny } }: Subject, change: Change): Grants {
  const kept = change.role ? null : (custom_role ?? null)
  return { allow, deny, ...change.grants, custom_role: change.custom_role ?? kept }
}

/** Why these permissions can't be granted by a role, a grant or an invitation, or null. */
export function grantRefusal(changer: Changer, granted: readonly Permission[]): string | null {
  const beyond = beyondOf(changer, granted)
  if (beyond.length === 0) return null
  return `You can't grant permissions you don't have: ${[...new Set(beyond)].join(', ')}.`
}

function beyondOf({ permissions }: Changer, granted: readonly Permission[]): Permission[] {
  return granted.filter((permission) => !permissions.includes(permission))
}

export const lastAdminMessage = 'This is the last admin of the organization. Make someone else an admin first.'
