/** Which permissions someone holds and has not used, from what the audit log recorded in a period. */
import type { AccessHolderKind } from '@kept/domain/access-usage.ts'
import { type Grants, type Permission, type Role, rolePermissions, roles } from '@kept/domain/permission.ts'

export interface AccessHolder {
  kind: AccessHolderKind
  id: string
  /** Of a user. */
  role?: Role
  /** Name of the user's custom role. */
  custom_role?: string | undefined
  permissions: readonly Permission[]
  /** Milliseconds; since when they are in the organization. */
  since: number
  /** Milliseconds; null when never. */
  last_active_at: number | null
}

/** A recorded change of access, as its event has it. Parts that were erased are undefined. */
export interface AccessChange {
  action: string
  /** The user whose access changed; null for a change of a custom role. */
  subject_id: string | null
  before: Partial<Grants> & { role?: unknown; name?: unknown; permissions?: unknown }
}

interface RecordedPeriod {
  /** Milliseconds; its first moment. The log must reach back to it. */
  from: number
  /** Permissions whose use leaves an event. Reading leaves none. */
  recorded: readonly Permission[]
  /** The permissions that each holder used in the period, by "kind id". */
  uses: ReadonlyMap<string, ReadonlySet<Permission>>
  /** Changes of access in the period. */
  changes: readonly AccessChange[]
}

export function holderKey({ kind, id }: Pick<AccessHolder, 'kind' | 'id'>): string {
  return `${kind} ${id}`
}

/**
 * In the order of `permissions`. A permission whose use is not recorded counts as unused only where the holder did
 * nothing at all; one that was gained within the period never does.
 */
export function unusedPermissions(holder: AccessHolder, period: RecordedPeriod): Permission[] {
  if (holder.since > period.from) return []
  const used = period.uses.get(holderKey(holder))
  const isActive = holder.last_active_at !== null && holder.last_active_at >= period.from
  const changes = period.changes.filter((change) => concerns(change, holder))
  return holder.permissions.filter((permission) => {
    if (changes.some((change) => gained(change, holder, permission))) return false
    return period.recorded.includes(permission) ? !used?.has(permission) : !isActive
  })
}

function concerns({ subject_id, before }: AccessChange, { kind, id, custom_role }: AccessHolder): boolean {
  if (kind !== 'person') return false
  return subject_id === null ? before.name === custom_role : subject_id === id
}

/** Whether they did not have the permission before the change. What is not known counts as gained. */
function gained({ action, before }: AccessChange, { role }: AccessHolder, permission: Permission): boolean {
  switch (action) {
    case 'membership.permissions_changed': {
      const { allow, deny, custom_role } = before
      if (!allow || !deny || !role) return true
      const ofRole = custom_role?.permissions ?? rolePermissions[role]
      return deny.includes(permission) || !(allow.includes(permission) || ofRole.includes(permission))
    }
    case 'membership.role_changed': {
      const roleBefore = roles.find((candidate) => candidate === before.role)
      return roleBefore === undefined || !rolePermissions[roleBefore].includes(permission)
    }
    case 'custom_role.updated':
      return !Array.isArray(before.permissions) || !before.permissions.includes(permission)
    case 'membership.joined':
    case 'membership.restored':
    case 'membership.enabled':
      return true
    default:
      return false
  }
}
