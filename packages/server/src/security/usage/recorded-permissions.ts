/** Which permissions an audit event shows the use of: those of the routes that record its action. */
import { contract } from '@kept/contract/contract.ts'
import { listContractRoutes } from '@kept/contract/list-routes.ts'
import { streamRoutes } from '@kept/contract/streams/all.ts'
import { isOperatorPermission, type Permission, permissions } from '@kept/domain/permission.ts'
import { auditedRouteOf } from '../../platform/audit/audited-routes.ts'

/** Of events that handlers record beside the route's own, where no route has their resource type. */
const ofResourceType: Readonly<Record<string, readonly Permission[]>> = { custom_role: ['users:write'] }

const byAction = new Map<string, Set<Permission>>()
const byResourceType = new Map<string, Set<Permission>>()
for (const { method, path, needs } of [...listContractRoutes(contract), ...streamRoutes]) {
  const permission = permissions.find((candidate) => candidate === needs)
  const action = auditedRouteOf(method, path)?.action
  if (!action || !permission || !isRecorded(permission)) continue
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
  const type = typeOf(action)
  return [...(byAction.get(action) ?? byResourceType.get(type) ?? ofResourceType[type] ?? [])]
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
