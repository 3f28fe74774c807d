/** Why a request is forbidden, in one sentence that says who is allowed: role, operator and API key scope differ. */
import { KeptError } from '@kept/domain/errors.ts'
import {
  isOperatorPermission,
  type Permission,
  peopleOnlyReasonOf,
  type Role,
  rolePermissions,
} from '@kept/domain/permission.ts'
import type { RequestContext } from './context.ts'

const roleNames: Record<Role, string> = {
  admin: 'organization admin',
  user: 'user',
  billing_admin: 'billing admin',
}

/** For a caller whose permissions do not include `needs`. */
export function refusalOf({ me, apiKey }: Pick<RequestContext, 'me' | 'apiKey'>, needs: Permission): KeptError {
  const refuse = (reason: 'operator' | 'api_key' | 'scope' | 'role', message: string) =>
    new KeptError('forbidden', message, { details: { reason, needs } })
  if (isOperatorPermission(needs)) return refuse('operator', 'Only the operator of this installation can do this.')
  if (apiKey) {
    const reason = peopleOnlyReasonOf(needs)
    if (reason !== undefined) return refuse('api_key', `No API key can do this, because ${reason}. Sign in to do it.`)
    return apiKey.scopes.includes(needs)
      ? refuse('api_key', 'The person who created this API key can no longer do this.')
      : refuse('scope', `This API key does not have the scope ${needs}. Create a key that has it.`)
  }
  const role = me?.user.role
  const custom = me?.user.custom_role
  if (role && custom === undefined && rolePermissions[role].includes(needs))
    return refuse('role', 'This permission was taken from you. An admin of your organization can return it.')
  return refuse(
    'role',
    `Your role (${custom ?? (role ? roleNames[role] : 'none')}) can't do this. Ask an admin of your organization.`,
  )
}
