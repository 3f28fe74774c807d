/**
 * The invitation email, as a job. It is queued in the transaction that creates the invitation, so it is sent exactly
 * when that commits, and retried when the mail server is down. The queued token is sealed, so database access alone
 * does not reveal it.
 */
import type { ScopedTransaction } from '@kept/store/database/connect.ts'
import { findInvitation } from '@kept/store/people/find-invitations.ts'
import type { FoundInvitation } from '@kept/store/people/invitation-row.ts'
import { lockOrganization } from '@kept/store/people/lock-organization.ts'
import * as z from 'zod'
import type { Services } from '../platform/context.ts'
import { defineJob } from '../platform/jobs.ts'
import { oneLine } from '../platform/mail-line.ts'

const sealLocationOf = (organization: string, row: string) => ({
  organization,
  table: 'invitation',
  row,
  column: 'token',
})

export const invitationMailJob = defineJob({
  name: 'invitation-mail',
  input: z.object({ organization_id: z.uuid(), invitation_id: z.uuid(), token: z.string() }),
  // With a growing delay: half an hour in all, for a mail server that restarts or greylists.
  retries: 10,
  async run({ organization_id, invitation_id, token }, { state, mail, secrets, origin, now }: MailNeeds) {
    const context = await state.database.scoped({ organizationId: organization_id }, async (tx) => ({
      // Locks the organization first, as everywhere, to avoid deadlocks with a resend.
      organization: await lockOrganization(tx),
      invitation: await findInvitation(tx, invitation_id, now()),
    }))
    // Revoked or resent before this email was sent.
    if (context.invitation.status !== 'pending') return
    const link = `${origin()}/auth/invitation?token=${secrets.open(sealLocationOf(organization_id, invitation_id), token)}`
    await mail.send(mailOf(context.invitation, context.organization.name, link))
  },
})

type MailNeeds = Pick<Services, 'state' | 'mail' | 'secrets' | 'origin' | 'now'>

/** Queues the email. The public demo organization sends none. */
export async function queueInvitationMail(
  { jobs, secrets, log }: Pick<Services, 'jobs' | 'secrets' | 'log'>,
  tx: ScopedTransaction,
  { id, token, demo }: { id: string; token: string; demo: boolean },
): Promise<void> {
  if (demo) {
    log.info({ event: 'invitations.email_skipped', invitation_id: id }, 'the demo organization sends no email')
    return
  }
  const sealed = secrets.seal(sealLocationOf(tx.scopedTo, id), token)
  const input = { organization_id: tx.scopedTo, invitation_id: id, token: sealed }
  await jobs.send(invitationMailJob, input, { within: tx })
}

function mailOf(
  { email, full_name, invited_by, role, custom_role, expires_at }: FoundInvitation,
  organization: string,
  link: string,
) {
  const subject = `${oneLine(invited_by)} invites you to ${oneLine(organization)} on Kept`
  const roles = { admin: 'an admin', user: 'a user', billing_admin: 'a billing admin' } as const
  const as = custom_role ? `with the role ${oneLine(custom_role.name)}` : `as ${roles[role]}`
  const until = expires_at.slice(0, 16).replace('T', ' ')
  const text = [
    `Hello${full_name ? ` ${oneLine(full_name)}` : ''},`,
    `${oneLine(invited_by)} invites you to join ${oneLine(organization)} on Kept ${as}.`,
    `Accept by ${until} UTC:\n${link}`,
    "If you didn't expect this, ignore this email.",
  ].join('\n\n')
  return { to: email, subject, text }
}
