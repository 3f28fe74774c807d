/** Creates, changes and deletes custom roles. No role has more permissions than the one who made or changed it. */
import { customRolePermissions, MAX_CUSTOM_ROLES } from '@kept/domain/custom-role.ts'
import { badInput, KeptError } from '@kept/domain/errors.ts'
import { gainedPermissions, type Permission } from '@kept/domain/permission.ts'
import { sha256 } from '@kept/foundation/hash/sha256.ts'
import { canonicalJson } from '@kept/foundation/json/canonical-json.ts'
import { recordAudit } from '@kept/store/audit/record.ts'
import type { ScopedTransaction } from '@kept/store/database/connect.ts'
import {
  countCustomRoles,
  createCustomRole,
  deleteCustomRole,
  listCustomRoleSources,
  listCustomRoles,
  updateCustomRole,
} from '@kept/store/people/custom-roles.ts'
import { lockOrganization } from '@kept/store/people/lock-organization.ts'
import type { Acting } from '../platform/acting.ts'

interface RequestedRole {
  /** Undefined for a new one. */
  id?: string | undefined
  name: string
  description: string
  permissions: Permission[]
}

/** Changes with the list. */
export function versionOfRoles(roles: Awaited<ReturnType<typeof listCustomRoles>>): string {
  return sha256(canonicalJson(roles))
}

/**
 * `requested` is the complete list: roles that are missing are deleted, unless someone has them. With the version of the
 * list that the caller read, a list that has changed since is left alone.
 */
export async function saveCustomRoles(
  tx: ScopedTransaction,
  acting: Acting,
  { requested, version }: { requested: readonly RequestedRole[]; version?: string | undefined },
): Promise<void> {
  await lockOrganization(tx)
  if (acting.role !== 'admin') throw new KeptError('forbidden', 'Only an admin can change roles and permissions.')
  if (requested.length > MAX_CUSTOM_ROLES) throw badInput(`An organization can have ${MAX_CUSTOM_ROLES} custom roles.`)
  const names = requested.map(({ name }) => name.toLowerCase())
  const repeated = requested.find(({ name }, index) => names.indexOf(name.toLowerCase()) !== index)
  if (repeated) throw badInput(`There are two roles called "${repeated.name}". Give each its own name.`)
  const existing = await listCustomRoles(tx)
  if (version !== undefined && version !== versionOfRoles(existing))
    throw new KeptError('conflict', 'Someone else changed the custom roles meanwhile. Look at them, and save again.')
  const { at, actor } = acting.auditContext
  // Deleted first: a new role may take the name of a deleted one.
  const members = await countCustomRoles(tx)
  const sources = await listCustomRoleSources(tx, at)
  for (const role of existing.filter(({ id }) => !requested.some((request) => request.id === id))) {
    const count = members.get(role.id) ?? 0
    if (count > 0)
      throw new KeptError('conflict', `${count} users have the role "${role.name}". Give them another role first.`)
    const [source] = sources.get(role.id) ?? []
    if (source !== undefined)
      throw new KeptError(
        'conflict',
        `The role "${role.name}" is still given by ${source}. Choose another role there first.`,
      )
    await deleteCustomRole(tx, role.id, at)
    await record(tx, acting, 'deleted', role, null)
  }
  for (const { id, ...fields } of requested) {
    const before = existing.find((role) => role.id === id)
    if (id !== undefined && !before) throw new KeptError('not_found', 'There is no custom role with this ID.')
    const permissions = customRolePermissions.filter((permission) => fields.permissions.includes(permission))
    const role = { ...fields, permissions }
    if (before && JSON.stringify({ ...role, id: before.id }, fieldsOfRole) === JSON.stringify(before, fieldsOfRole))
      continue
    refuseBeyond(acting, role)
    if (before) await updateCustomRole(tx, { ...role, id: before.id }, at)
    else await createCustomRole(tx, role, { actor: actor.name, at })
    await record(tx, acting, before ? 'updated' : 'created', before ?? null, role)
  }
}

const fieldsOfRole = ['id', 'name', 'description', 'permissions']

function refuseBeyond(
  { permissions: own }: Acting,
  { name, permissions }: { name: string; permissions: Permission[] },
) {
  const beyond = permissions.filter((permission) => !own.includes(permission))
  if (beyond.length > 0)
    throw new KeptError(
      'forbidden',
      `The role "${name}" would have permissions that you don't have: ${beyond.join(', ')}.`,
    )
}

async function record(
  tx: ScopedTransaction,
  { auditContext }: Acting,
  verb: 'created' | 'updated' | 'deleted',
  before: Omit<RequestedRole, 'id'> | null,
  after: Omit<RequestedRole, 'id'> | null,
): Promise<void> {
  await recordAudit(tx, {
    ...auditContext,
    action: `custom_role.${verb}`,
    summary: `The role "${(after ?? before)?.name}" was ${verb}.`,
    before: before && { ...before },
    after: after && { ...after },
    ...(before && after && { gained: gainedPermissions(before.permissions, after.permissions) }),
  })
}
