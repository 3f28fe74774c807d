/** Invitations: permissions and limits. */
import { nameOfRole, permissionsOfAssigned } from '@kept/domain/custom-role.ts'
import { KeptError } from '@kept/domain/errors.ts'
import type { Role } from '@kept/domain/permission.ts'
import { recordAudit } from '@kept/store/audit/record.ts'
import type { ScopedTransaction } from '@kept/store/database/connect.ts'
import { countInvitationsSince, findInvitation, findOpenInvitations } from '@kept/store/people/find-invitations.ts'
import type { FoundInvitation } from '@kept/store/people/invitation-row.ts'
import { createInvitation, renewInvitation, revokeInvitation } from '@kept/store/people/invitations.ts'
import { lockOrganization } from '@kept/store/people/lock-organization.ts'
import { findMembersByEmail } from '@kept/store/people/members.ts'
import type { Acting } from '../platform/acting.ts'
import type { Services } from '../platform/context.ts'
import { newToken } from '../platform/one-time-token.ts'
import { changerNow } from './change-people.ts'
import { grantRefusal } from './change-refusal.ts'
import { invitationMailJob, queueInvitationMail } from './invitation-mail.ts'
import { resolveRole } from './public/resolve-role.ts'

const day = 24 * 3600 * 1000
const invitationDays = 7
/** Per organization and day: enough for a large company, too few for abuse. */
const maxPerDay = 1000
const minIntervalMs = 60_000

interface Invitee {
  email: string
  full_name: string
  role: Role
  custom_role_id?: string | undefined
}

/** Invites users in one transaction. One refusal stops all. */
export async function inviteIn(
  services: Services,
  tx: ScopedTransaction,
  acting: Acting,
  invitees: readonly Invitee[],
  /** True when the preview showed that open invitations are replaced. */
  { replacesOpen = false }: { replacesOpen?: boolean } = {},
): Promise<FoundInvitation[]> {
  const { demo } = await lockOrganization(tx)
  const changer = await changerNow(tx, acting)
  const { at } = acting.auditContext
  if ((await countInvitationsSince(tx, new Date(at.getTime() - day))) + invitees.length > maxPerDay) {
    throw new KeptError('too_many_requests', `The limit is ${maxPerDay} invitations a day. Try again tomorrow.`)
  }
  const created: FoundInvitation[] = []
  for (const { email, full_name, ...requested } of invitees) {
    const assigned = await resolveRole(tx, requested)
    const refused = grantRefusal(changer, permissionsOfAssigned(assigned))
    if (refused) throw new KeptError('forbidden', refused)
    const address = email.trim().toLowerCase()
    const [member] = await findMembersByEmail(tx, [address])
    if (member && member.removed_at === null)
      throw new KeptError('conflict', `${address} is already in this organization.`)
    const [open] = replacesOpen ? [] : await findOpenInvitations(tx, [address], at)
    if (open) {
      throw new KeptError(
        'conflict',
        `${address} is already invited as ${nameOfRole(open)}. Change the role, resend or revoke the invitation.`,
        { details: { id: open.id } },
      )
    }
    const { token, hash } = newToken()
    const invitation = await createInvitation(tx, {
      email: address,
      full_name,
      role: assigned.role,
      custom_role_id: assigned.custom_role?.id ?? null,
      token_hash: hash,
      invited_by: acting.userId,
      invited_by_name: acting.actor.name,
      at,
      expires_at: new Date(at.getTime() + invitationDays * day),
    })
    await queueInvitationMail(services, tx, { id: invitation.id, token, demo })
    created.push(invitation)
  }
  for (const { id, email, ...assigned } of created) {
    const role = nameOfRole(assigned)
    const summary = `${email} was invited as ${role}.`
    await recordAudit(tx, {
      ...acting.auditContext,
      action: 'invitation.sent',
      target: id,
      summary,
      details: { email, role },
    })
  }
  return created
}

export async function resendInvitation(
  services: Services,
  tx: ScopedTransaction,
  acting: Acting,
  id: string,
): Promise<FoundInvitation> {
  const { demo } = await lockOrganization(tx)
  const changer = await changerNow(tx, acting)
  const { at } = acting.auditContext
  const before = await findInvitation(tx, id, at)
  // A resend needs the same permissions as a new invitation.
  const refused = grantRefusal(changer, permissionsOfAssigned(before))
  if (refused) throw new KeptError('forbidden', refused)
  const nextAllowedAt = new Date(Date.parse(before.sent_at) + minIntervalMs)
  if (nextAllowedAt > at) {
    throw new KeptError('too_many_requests', 'This invitation was just sent. Wait a minute before you resend it.', {
      details: { resetTime: nextAllowedAt.toISOString() },
    })
  }
  const { token, hash } = newToken()
  const expires_at = new Date(at.getTime() + invitationDays * day)
  const invitation = await renewInvitation(tx, id, { token_hash: hash, at, expires_at })
  await queueInvitationMail(services, tx, { id, token, demo })
  const summary = `The invitation of ${invitation.email} was resent.`
  await recordAudit(tx, { ...acting.auditContext, action: 'invitation.sent_again', target: id, summary })
  return invitation
}

export async function takeInvitationBack(tx: ScopedTransaction, acting: Acting, id: string): Promise<FoundInvitation> {
  await lockOrganization(tx)
  await changerNow(tx, acting)
  const invitation = await revokeInvitation(tx, id, acting.auditContext.at)
  const summary = `The invitation of ${invitation.email} was revoked.`
  await recordAudit(tx, { ...acting.auditContext, action: 'invitation.revoked', target: id, summary })
  return invitation
}

/** Call after the transaction: sends the queued emails now. */
export function wakeMail({ jobs }: Pick<Services, 'jobs'>): void {
  jobs.wake(invitationMailJob)
}
