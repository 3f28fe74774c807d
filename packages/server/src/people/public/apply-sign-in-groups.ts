/** The role of a user who signs in, by the groups that the identity provider names. */
import { type AssignedRole, keyOfRole } from '@kept/domain/custom-role.ts'
import type { ScopedTransaction } from '@kept/store/database/connect.ts'
import { listGroupRoles } from '@kept/store/people/group-roles.ts'
import { lockOrganization } from '@kept/store/people/lock-organization.ts'
import { findMembers } from '@kept/store/people/members.ts'
import { saveSignInGroups } from '@kept/store/people/sign-in-groups.ts'
import type { Acting } from '../../platform/acting.ts'
import { groupRoleOf } from './apply-group-roles.ts'
import { changeRole } from './change-role.ts'

interface GroupsAtSignIn {
  userId: string
  provider: { id: string; name: string }
  groups: readonly string[]
}

/** Stores where the role comes from: the groups that have one. The others are nothing that Kept needs to know. */
export async function noteSignInGroups(
  tx: ScopedTransaction,
  { userId, provider, groups }: GroupsAtSignIn,
  at: Date,
): Promise<void> {
  const named = (await listGroupRoles(tx)).map(({ group }) => group).filter((group) => groups.includes(group))
  await saveSignInGroups(tx, userId, { provider, groups: named, at })
}

/**
 * Gives the role of the user's groups, those of provisioning included. Without a group that has a role: the role for
 * newcomers, else `user` where a group gave the role until now, else the role stays. Throws for the last admin.
 */
export async function applySignInGroups(
  tx: ScopedTransaction,
  acting: Acting,
  signIn: GroupsAtSignIn,
  newcomerRole: () => Promise<AssignedRole | null>,
): Promise<void> {
  const { userId } = signIn
  await lockOrganization(tx)
  const wasGiven = await hasRoleOfGroups(tx, userId)
  await noteSignInGroups(tx, signIn, acting.auditContext.at)
  if ((await listGroupRoles(tx)).length === 0) return
  const role =
    (await groupRoleOf(tx, userId)) ??
    (await newcomerRole()) ??
    (wasGiven ? ({ role: 'user', custom_role: null } as const) : null)
  if (role) await changeRole(tx, acting, userId, role)
}

async function hasRoleOfGroups(tx: ScopedTransaction, userId: string): Promise<boolean> {
  const [member] = await findMembers(tx, [userId])
  const groupRole = await groupRoleOf(tx, userId)
  return (
    member !== undefined &&
    groupRole !== undefined &&
    keyOfRole(groupRole) === keyOfRole({ role: member.role, ...member.grants })
  )
}
