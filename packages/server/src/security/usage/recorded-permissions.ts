/** Which permissions an audit event shows the use of: those of the routes that record its action. */
import { contract } from '@kept/contract/contract.ts'
import { listContractRoutes } from '@kept/contract/list-routes.ts'
import { streamRoutes } from '@kept/contract/streams/all.ts'
import { isOperatorPermission, type Permission, permissions } from '@kept/domain/permission.ts'
import { auditedRouteOf } from '../../platform/audit/audited-routes.ts'

/** Of events that handlers record instead of the route's own, where the resource type does not tell. */
const byHandler: Readonly<Record<string, readonly Permission[]>> = {
  'membership.role_changed': ['users:write'],
  'membership.enabled': ['users:write'],
  'membership.disabled': ['users:write'],
  'custom_role.created': ['users:write'],
  'custom_role.updated': ['users:write'],
  'custom_role.deleted': ['users:write'],
}

const byAction = new Map<string, Set<Permission>>()
const byResourceType = new Map<string, Set<Permission>>()
/** Sessions, accounts, memberships: users change their own without a permission, such as by signing in. */
const personalTypes = new Set<string>()
for (const { method, path, needs } of [...listContractRoutes(contract), ...streamRoutes]) {
  const action = auditedRouteOf(method, path)?.action
  if (!action) continue
  if (needs === 'person' || needs === 'signed_in' || needs === 'public') personalTypes.add(typeOf(action))
  const permission = permissions.find((candidate) => candidate === needs)
  if (!permission || !isRecorded(permission)) continue
  add(byAction, action, permission)
  add(byResourceType, typeOf(action), permission)
}

/** Permissions whose use leaves an event: each route that needs one of them and changes something is audited. */
export const recordedPermissions: readonly Permission[] = permissions.filter(isRecorded)

/**
 * An action that no route declares, such as `security_incident.moved`, shows the use of every permission that acts on
 * its resource type: rather one right too many counts as used than one too few.
 */
export function permissionsOfAction(action: string): readonly Permission[] {
  const exact = byAction.get(action)
  if (exact) return [...exact]
  const type = typeOf(action)
  return byHandler[action] ?? (personalTypes.has(type) ? [] : [...(byResourceType.get(type) ?? [])])
}

function isRecorded(permission: Permission): boolean {
  return !permission.endsWith(':read') && !isOperatorPermission(permission)
}

function typeOf(action: string): string {
  return action.split('.')[0] ?? ''
}

function add(map: Map<string, Set<Permission>>, key: string, permission: Permission): void {
  map.set(key, (map.get(key) ?? new Set()).add(permission))
}
