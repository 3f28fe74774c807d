/**
 * Changes one or many users, all or none, under the organization's lock. The caller's permissions are checked again
 * under the lock, because they may have changed since the request started.
 */
import { nameOfRole } from '@kept/domain/custom-role.ts'
import { KeptError } from '@kept/domain/errors.ts'
import {
  effectivePermissions,
  gainedOnEntry,
  gainedPermissions,
  type Permission,
  runsOrganization,
} from '@kept/domain/permission.ts'
import { type NewAuditEvent, recordAudit } from '@kept/store/audit/record.ts'
import type { ScopedTransaction } from '@kept/store/database/connect.ts'
import { revokeApiKeysOf } from '@kept/store/people/api-keys.ts'
import type { FoundInvitation } from '@kept/store/people/invitation-row.ts'
import { revokeInvitationsBy } from '@kept/store/people/invitations.ts'
import { type LockedOrganization, lockOrganization } from '@kept/store/people/lock-organization.ts'
import { changeMembership, findMembers, type Member, removeMembership } from '@kept/store/people/members.ts'
import { endSessionsIn } from '@kept/store/people/sessions-in.ts'
import type { Acting } from '../platform/acting.ts'
import { lastWayInMessage, lossOf, readRunningAdmins } from '../platform/running-admins.ts'
import { changeInvited, explainInvitedRefusal, findInvited } from './change-invited.ts'
import { type Change, type Changer, changeRefusal, lastAdminMessage } from './change-refusal.ts'

export interface Refusal {
  id: string
  reason: string
  /** Why it is refused: the user does not exist, the user's state does not allow it, or the caller may not. */
  code: 'not_found' | 'conflict' | 'forbidden'
}

export const noSuchPerson = 'User not found in this organization.'

/** Reloads the caller under the lock. Operators are skipped: they are not stored in the database. */
export async function changerNow(tx: ScopedTransaction, acting: Acting): Promise<Changer> {
  if (acting.userId === null) return acting
  const [member] = await findMembers(tx, [acting.userId])
  const permissions = member?.status === 'active' ? effectivePermissions(member.role, member.grants) : []
  if (!member || !permissions.includes('users:write')) {
    throw new KeptError('forbidden', 'You no longer have permission to change users of this organization.')
  }
  return { id: member.id, role: member.role, permissions }
}

/** Applies a change to all users, or throws with the reason for each refused one. */
export async function changePeople(
  tx: ScopedTransaction,
  acting: Acting,
  ids: readonly string[],
  change: Change,
): Promise<{ id: string }[]> {
  const organization = await lockOrganization(tx)
  const changer = await changerNow(tx, acting)
  const unique = [...new Set(ids)]
  const foundMembers = await findMembers(tx, unique)
  const invitations = await findInvited(tx, unique, acting.auditContext.at)
  const refusals: Refusal[] = []
  const members: Member[] = []
  const invited: FoundInvitation[] = []
  for (const id of unique) {
    const invitation = invitations.find((candidate) => candidate.id === id)
    if (invitation) {
      const refusal = explainInvitedRefusal(changer, invitation, change)
      if (refusal === null) invited.push(invitation)
      else refusals.push({ id, ...refusal })
      continue
    }
    const member = foundMembers.find((candidate) => candidate.id === id && candidate.removed_at === null)
    if (!member) {
      refusals.push({ id, reason: noSuchPerson, code: 'not_found' })
      continue
    }
    const reason = ofDemo(organization, member) ?? changeRefusal(changer, member, change)
    if (reason === null) members.push(member)
    else refusals.push({ id, reason, code: 'forbidden' })
  }
  refuse(refusals)
  await applyToAll(tx, acting, organization, { members, change })
  const gains = await gainsOf(tx, members, change)
  for (const member of members)
    await recordAudit(tx, { ...eventOf(acting, member, change), gained: gains.get(member.id) ?? [] })
  for (const invitation of invited) await changeInvited(tx, acting, invitation, change)
  return [...members, ...invited]
}

/** A single reason is the message. Several are counted, with `details.reasons`. */
export function refuse(refusals: Refusal[]): void {
  const [first] = refusals
  if (!first) return
  const reasons = new Set(refusals.map(({ reason }) => reason))
  const message = reasons.size === 1 ? first.reason : `Nothing was changed. ${refusals.length} users can't be changed.`
  throw new KeptError(codeOf(refusals), message, {
    details: { reasons: refusals.map(({ id, reason }) => ({ id, reason })) },
  })
}

function codeOf(refusals: readonly Refusal[]): Refusal['code'] {
  if (refusals.every(({ code }) => code === 'not_found')) return 'not_found'
  return refusals.some(({ code }) => code !== 'forbidden') ? 'conflict' : 'forbidden'
}

/** Demo visitors share two users, so a change would affect the next visitor. */
function ofDemo({ demo }: { demo: boolean }, { email }: Member): string | null {
  return demo && /^demo-(admin|client)@demo\.kept\.invalid$/.test(email) ? "You can't change the demo accounts." : null
}

/** Throws when no admin would be left who runs the organization and can sign in. */
async function applyToAll(
  tx: ScopedTransaction,
  acting: Acting,
  organization: LockedOrganization,
  { members, change }: { members: readonly Member[]; change: Change },
): Promise<void> {
  const admins = () => readRunningAdmins(tx, organization.enforced_policies)
  const atStake = members.filter(runsOrganization)
  const before = atStake.length > 0 ? await admins() : []
  for (const member of members) await apply(tx, acting, member, change)
  const loss = atStake.length > 0 ? lossOf(before, await admins()) : undefined
  if (loss === undefined) return
  const reason = loss === 'last_admin' ? lastAdminMessage : lastWayInMessage(organization)
  refuse(atStake.map(({ id }) => ({ id, reason, code: 'conflict' })))
}

async function apply(tx: ScopedTransaction, { auditContext }: Acting, member: Member, change: Change): Promise<void> {
  const { status } = change
  if (status === 'removed') await removeMembership(tx, member.id, auditContext.at)
  else
    await changeMembership(tx, member.id, {
      role: change.role,
      status,
      grants: change.grants,
      custom_role: change.custom_role,
    })
  if (status === 'removed' || status === 'disabled') {
    await endSessionsIn(tx, member.id)
    await revokeApiKeysOf(tx, member.id, auditContext.at)
  }
  // Invitations they sent with their previous permissions are revoked.
  if (status === 'removed' || status === 'disabled' || (change.role && change.role !== 'admin')) {
    await revokeInvitationsBy(tx, member.id, auditContext.at)
  }
}

/** What each user may do now and could not before, by ID; the store says what a change leaves as it is. */
async function gainsOf(
  tx: ScopedTransaction,
  members: readonly Member[],
  { role, grants, status }: Change,
): Promise<Map<string, Permission[]>> {
  if (!role && !grants && status !== 'active') return new Map()
  const changed = await findMembers(
    tx,
    members.map(({ id }) => id),
  )
  const before = new Map(members.map((member) => [member.id, member]))
  return new Map(changed.map((member) => [member.id, gainOf(before.get(member.id), member)]))
}

function gainOf(before: Member | undefined, after: Member): Permission[] {
  const held = before ? effectivePermissions(before.role, before.grants) : []
  const gained = gainedPermissions(held, effectivePermissions(after.role, after.grants))
  const isEnabled = before?.status === 'disabled' && after.status === 'active'
  return isEnabled ? [...new Set([...gained, ...gainedOnEntry(after.role, after.grants)])] : gained
}

function eventOf({ auditContext }: Acting, member: Member, change: Change): NewAuditEvent {
  const memberName = member.full_name || member.email
  const common = { ...auditContext, target: member.id }
  if (change.status === 'removed') {
    return { ...common, action: 'membership.removed', summary: `${memberName} was removed from the organization.` }
  }
  if (change.grants) {
    const { grants, custom_role } = change
    const details = { before: member.grants, after: { ...grants, ...(custom_role && { custom_role }) } }
    return {
      ...common,
      action: 'membership.permissions_changed',
      summary: `The permissions of ${memberName} were changed.`,
      details,
    }
  }
  const before = { role: nameOfRole({ role: member.role, ...member.grants }), status: member.status }
  const roleAfter = change.role
    ? nameOfRole({ role: change.role, custom_role: change.custom_role ?? null })
    : before.role
  const after = { role: roleAfter, status: change.status ?? member.status }
  return {
    ...common,
    action: change.role
      ? 'membership.role_changed'
      : `membership.${change.status === 'disabled' ? 'disabled' : 'enabled'}`,
    summary: change.role
      ? `The role of ${memberName} was changed from ${before.role} to ${after.role}.`
      : `${memberName} was ${change.status === 'disabled' ? 'disabled' : 'enabled'}.`,
    details: { before, after },
  }
}
