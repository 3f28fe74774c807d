/** Inviting: who may offer what to whom, and how often. */
import { KeptError } from '@kept/domain/errors.ts'
import { type Role, rolePermissions } from '@kept/domain/permission.ts'
import type { ScopedTransaction } from '@kept/store/database/connect.ts'
import { recordAudit } from '@kept/store/people/audit.ts'
import {
  countInvitationsSince,
  createInvitation,
  type FoundInvitation,
  findInvitation,
  findOpenInvitations,
  renewInvitation,
  revokeInvitation,
} from '@kept/store/people/invitations.ts'
import { lockOrganization } from '@kept/store/people/lock-organization.ts'
import { findMembersByEmail } from '@kept/store/people/members.ts'
import type { Acting } from '../platform/acting.ts'
import type { Services } from '../platform/context.ts'
import { newToken } from '../platform/one-time-token.ts'
import { changerNow } from './change-people.ts'
import { invitationMailJob, queueInvitationMail } from './invitation-mail.ts'
import { whyNotGive } from './judge-change.ts'

const day = 24 * 3600 * 1000
const invitationDays = 7
/** In a day, an organisation: enough for a large company's first, far from enough for a nuisance. */
const mostInADay = 1000
const leastBetweenMs = 60_000

export interface Invitee {
  email: string
  full_name: string
  role: Role
}

/** Invites these people in one transaction of the organisation; one who cannot be invited stops all. */
export async function inviteIn(
  services: Services,
  tx: ScopedTransaction,
  acting: Acting,
  invitees: readonly Invitee[],
  /** True for a file whose preview showed that open invitations are replaced. */
  { replacesOpen = false }: { replacesOpen?: boolean } = {},
): Promise<FoundInvitation[]> {
  const { demo } = await lockOrganization(tx)
  const changer = await changerNow(tx, acting)
  const { at } = acting.stamp
  if ((await countInvitationsSince(tx, new Date(at.getTime() - day))) + invitees.length > mostInADay) {
    throw new KeptError('too_many_requests', `No more than ${mostInADay} invitations a day; please go on tomorrow.`)
  }
  const made: FoundInvitation[] = []
  for (const { email, full_name, role } of invitees) {
    const refused = whyNotGive(changer, rolePermissions[role])
    if (refused) throw new KeptError('forbidden', refused)
    const address = email.trim().toLowerCase()
    const [member] = await findMembersByEmail(tx, [address])
    if (member && member.removed_at === null)
      throw new KeptError('conflict', `${address} is in this organisation already.`)
    const [open] = replacesOpen ? [] : await findOpenInvitations(tx, [address], at)
    if (open) {
      throw new KeptError(
        'conflict',
        `${address} is invited already, as ${open.role}; change that role, send the invitation again or take it back.`,
        { details: { id: open.id } },
      )
    }
    const { token, hash } = newToken()
    const invitation = await createInvitation(tx, {
      email: address,
      full_name,
      role,
      token_hash: hash,
      invited_by: acting.userId,
      invited_by_name: acting.actor.name,
      at,
      expires_at: new Date(at.getTime() + invitationDays * day),
    })
    await queueInvitationMail(services, tx, { id: invitation.id, token, demo })
    made.push(invitation)
  }
  for (const { id, email, role } of made) {
    const summary = `${email} was invited as ${role}.`
    await recordAudit(tx, { ...acting.stamp, action: 'invitation.sent', target: id, summary, details: { email, role } })
  }
  return made
}

export async function resendInvitation(
  services: Services,
  tx: ScopedTransaction,
  acting: Acting,
  id: string,
): Promise<FoundInvitation> {
  const { demo } = await lockOrganization(tx)
  const changer = await changerNow(tx, acting)
  const { at } = acting.stamp
  const before = await findInvitation(tx, id, at)
  // Sending it anew is offering it anew.
  const refused = whyNotGive(changer, rolePermissions[before.role])
  if (refused) throw new KeptError('forbidden', refused)
  const again = new Date(Date.parse(before.sent_at) + leastBetweenMs)
  if (again > at) {
    throw new KeptError('too_many_requests', 'This invitation was sent a moment ago; please wait a minute.', {
      details: { resetTime: again.toISOString() },
    })
  }
  const { token, hash } = newToken()
  const expires_at = new Date(at.getTime() + invitationDays * day)
  const invitation = await renewInvitation(tx, id, { token_hash: hash, at, expires_at })
  await queueInvitationMail(services, tx, { id, token, demo })
  const summary = `The invitation of ${invitation.email} was sent again.`
  await recordAudit(tx, { ...acting.stamp, action: 'invitation.sent_again', target: id, summary })
  return invitation
}

export async function takeInvitationBack(tx: ScopedTransaction, acting: Acting, id: string): Promise<FoundInvitation> {
  await lockOrganization(tx)
  await changerNow(tx, acting)
  const invitation = await revokeInvitation(tx, id, acting.stamp.at)
  const summary = `The invitation of ${invitation.email} was taken back.`
  await recordAudit(tx, { ...acting.stamp, action: 'invitation.revoked', target: id, summary })
  return invitation
}

/** After the transaction that queued mails: they go out now. */
export function wakeMail({ jobs }: Pick<Services, 'jobs'>): void {
  jobs.wake(invitationMailJob)
}
