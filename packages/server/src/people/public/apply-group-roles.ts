/** Roles of members that follow from the groups that identity providers name: by provisioning, or at sign-in. */
import { type AssignedRole, keyOfRole, nameOfRole, permissionsOfAssigned } from '@kept/domain/custom-role.ts'
import { gainedPermissions, type Permission, rolePermissions } from '@kept/domain/permission.ts'
import { roleOfGroups } from '@kept/domain/saml.ts'
import type { ScopedTransaction } from '@kept/store/database/connect.ts'
import type { GroupRole } from '@kept/store/people/group-roles.ts'
import { listGroupRoles } from '@kept/store/people/group-roles.ts'
import { listMemberGroups } from '@kept/store/people/member-groups.ts'
import type { Acting } from '../../platform/acting.ts'
import { changeRole } from './change-role.ts'

interface GroupsBefore {
  /** Names of each user's groups. */
  groups: ReadonlyMap<string, readonly string[]>
  mapping: readonly GroupRole[]
}

/** Read before groups or the mapping change. */
export async function readGroupRoles(tx: ScopedTransaction): Promise<GroupsBefore> {
  const groups = [...(await listMemberGroups(tx))].map(([id, own]) => [id, own.map(({ name }) => name)] as const)
  return { groups: new Map(groups), mapping: await listGroupRoles(tx) }
}

/** The role of someone who comes in; undefined where no group that lists them has one. */
export async function groupRoleOf(tx: ScopedTransaction, userId: string): Promise<AssignedRole | undefined> {
  const { groups, mapping } = await readGroupRoles(tx)
  return roleOfGroups(groups.get(userId) ?? [], mapping)
}

/**
 * Gives each user whose groups or mapping changed the role that follows now. Someone who had a role by a group and has
 * none anymore becomes a user. Others keep what an admin gave them. Throws for the last admin, and then nothing changes.
 */
export async function applyGroupRoles(tx: ScopedTransaction, acting: Acting, before: GroupsBefore): Promise<void> {
  const after = await readGroupRoles(tx)
  const demoted: (() => Promise<void>)[] = []
  for (const userId of new Set([...before.groups.keys(), ...after.groups.keys()])) {
    const roleBefore = roleOfGroups(before.groups.get(userId) ?? [], before.mapping)
    const roleAfter = roleOfGroups(after.groups.get(userId) ?? [], after.mapping)
    if ((roleBefore && keyOfRole(roleBefore)) === (roleAfter && keyOfRole(roleAfter))) continue
    const change = () => changeRole(tx, acting, userId, roleAfter ?? { role: 'user', custom_role: null })
    // Admins are added first, so that a change of admins is no moment without one.
    if (roleAfter?.role === 'admin') await change()
    else demoted.push(change)
  }
  for (const change of demoted) await change()
}

/** What groups give now and did not give before; a group that gave no role left its members what every user has. */
export function gainedByGroups(before: readonly GroupRole[], after: readonly GroupRole[]): Permission[] {
  const gained = after.flatMap((groupRole) => {
    const previous = before.find(({ group }) => group === groupRole.group)
    return gainedPermissions(
      previous ? permissionsOfAssigned(previous) : rolePermissions.user,
      permissionsOfAssigned(groupRole),
    )
  })
  return [...new Set(gained)]
}

/** As the audit log shows them. */
export function namesOfGroupRoles(groupRoles: readonly GroupRole[]): { group: string; role: string }[] {
  return groupRoles.map((groupRole) => ({ group: groupRole.group, role: nameOfRole(groupRole) }))
}
