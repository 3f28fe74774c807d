/**
 * Changes of people, one by one or many at once: all of them or none, under the organisation's lock, where the changer
 * is asked again what they may do: between the door and the lock somebody else may have taken it from them.
 */
import { KeptError } from '@kept/domain/errors.ts'
import { effectivePermissions, type Role } from '@kept/domain/permission.ts'
import type { ScopedTransaction } from '@kept/store/database/connect.ts'
import { revokeApiKeysOf } from '@kept/store/people/api-keys.ts'
import { type NewAuditEvent, recordAudit } from '@kept/store/people/audit.ts'
import type { FoundInvitation } from '@kept/store/people/invitations.ts'
import { revokeInvitationsBy } from '@kept/store/people/invitations.ts'
import { lockOrganization } from '@kept/store/people/lock-organization.ts'
import {
  changeMembership,
  findActiveAdmins,
  findMembers,
  type Member,
  removeMembership,
} from '@kept/store/people/members.ts'
import { endSessionsIn } from '@kept/store/people/sessions-in.ts'
import type { Acting } from '../platform/acting.ts'
import { changeInvited, explainInvitedRefusal, findInvited } from './change-invited.ts'
import { type Change, type Changer, lastAdminWords, runsOrganization, whyNotChange } from './judge-change.ts'

export interface Refusal {
  id: string
  reason: string
}

export const noSuchPerson = 'There is no such person in this organisation.'

/** The changer as they stand now, under the lock. The operator is asked nothing: no database row says who that is. */
export async function changerNow(tx: ScopedTransaction, acting: Acting): Promise<Changer> {
  if (acting.userId === null) return acting
  const [member] = await findMembers(tx, [acting.userId])
  const permissions = member?.status === 'active' ? effectivePermissions(member.role, member.grants) : []
  if (!member || !permissions.includes('users:write')) {
    throw new KeptError('forbidden', 'You may no longer change people of this organisation.')
  }
  return { id: member.id, role: member.role, permissions }
}

/** Applies one change to all of these people, or throws with the reason for each who stands in the way. */
export async function changePeople(
  tx: ScopedTransaction,
  acting: Acting,
  ids: readonly string[],
  change: Change,
): Promise<{ id: string }[]> {
  const organization = await lockOrganization(tx)
  const changer = await changerNow(tx, acting)
  const unique = [...new Set(ids)]
  const found = await findMembers(tx, unique)
  const invitations = await findInvited(tx, unique, acting.stamp.at)
  const refusals: Refusal[] = []
  const members: Member[] = []
  const invited: FoundInvitation[] = []
  for (const id of unique) {
    const invitation = invitations.find((candidate) => candidate.id === id)
    if (invitation) {
      const reason = explainInvitedRefusal(changer, invitation, change)
      if (reason === null) invited.push(invitation)
      else refusals.push({ id, reason })
      continue
    }
    const member = found.find((one) => one.id === id && one.removed_at === null)
    const reason = member ? (ofDemo(organization, member) ?? whyNotChange(changer, member, change)) : noSuchPerson
    if (member && reason === null) members.push(member)
    else refusals.push({ id, reason: reason ?? noSuchPerson })
  }
  refuse(refusals)
  for (const member of members) await apply(tx, acting, member, change)
  if (!(await findActiveAdmins(tx)).some(runsOrganization)) {
    refuse(members.filter(runsOrganization).map(({ id }) => ({ id, reason: lastAdminWords })))
  }
  for (const member of members) await recordAudit(tx, eventOf(acting, member, change))
  for (const invitation of invited) await changeInvited(tx, acting, invitation, change)
  return [...members, ...invited]
}

/** One reason is the sentence itself; several are counted, each in `details.reasons`. */
export function refuse(refusals: Refusal[]): void {
  const [first] = refusals
  if (!first) return
  const reasons = new Set(refusals.map(({ reason }) => reason))
  const only = reasons.size === 1 ? first.reason : `Nothing was changed: ${refusals.length} people stand in the way.`
  throw new KeptError(codeOf(reasons), only, { details: { reasons: refusals } })
}

function codeOf(reasons: Set<string>): 'not_found' | 'conflict' | 'forbidden' {
  if (reasons.size === 1 && reasons.has(noSuchPerson)) return 'not_found'
  const waits = [...reasons].some((reason) => reason.includes('has not accepted the invitation yet'))
  return waits || reasons.has(noSuchPerson) || reasons.has(lastAdminWords) ? 'conflict' : 'forbidden'
}

/** Everybody who tries the demo shares its two identities: what one visitor did to them would meet the next. */
function ofDemo({ demo }: { demo: boolean }, { email }: Member): string | null {
  return demo && /^demo-(admin|client)@demo\.kept\.invalid$/.test(email)
    ? 'The demo’s own identities stay as they are.'
    : null
}

async function apply(tx: ScopedTransaction, { stamp }: Acting, member: Member, change: Change): Promise<void> {
  const { status } = change
  if (status === 'removed') await removeMembership(tx, member.id, stamp.at)
  else await changeMembership(tx, member.id, { role: change.role, status, grants: change.grants })
  if (status === 'removed' || status === 'disabled') {
    await endSessionsIn(tx, member.id)
    await revokeApiKeysOf(tx, member.id, stamp.at)
  }
  // What they offered in their former power is taken back with it.
  if (status === 'removed' || status === 'disabled' || (change.role && change.role !== 'admin')) {
    await revokeInvitationsBy(tx, member.id, stamp.at)
  }
}

function eventOf({ stamp }: Acting, member: Member, change: Change): NewAuditEvent {
  const who = member.full_name || member.email
  const common = { ...stamp, target: member.id }
  if (change.status === 'removed') {
    return { ...common, action: 'membership.removed', summary: `${who} was removed from the organisation.` }
  }
  if (change.grants) {
    const details = { before: member.grants, after: change.grants }
    return {
      ...common,
      action: 'membership.permissions_changed',
      summary: `Permissions of ${who} were changed.`,
      details,
    }
  }
  const before: { role: Role; status: string } = { role: member.role, status: member.status }
  const after = { role: change.role ?? member.role, status: change.status ?? member.status }
  return {
    ...common,
    action: change.role
      ? 'membership.role_changed'
      : `membership.${change.status === 'disabled' ? 'disabled' : 'enabled'}`,
    summary: change.role
      ? `${who} is ${after.role} instead of ${before.role}.`
      : `${who} was ${change.status === 'disabled' ? 'disabled' : 'enabled'}.`,
    details: { before, after },
  }
}
