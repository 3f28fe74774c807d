/**
 * The mail of an invitation, as a job: queued in the transaction that makes the invitation, so that it goes out exactly
 * when that stands, and again when the mail server was away. The token waits sealed; the database alone opens no door.
 */
import type { ScopedTransaction } from '@kept/store/database/connect.ts'
import { type FoundInvitation, findInvitation } from '@kept/store/people/invitations.ts'
import { lockOrganization } from '@kept/store/people/lock-organization.ts'
import * as z from 'zod'
import type { Services } from '../platform/context.ts'
import { defineJob } from '../platform/jobs.ts'

const placeOf = (organization: string, row: string) => ({ organization, table: 'invitation', row, column: 'token' })

export const invitationMailJob = defineJob({
  name: 'invitation-mail',
  input: z.object({ organization_id: z.uuid(), invitation_id: z.uuid(), token: z.string() }),
  retries: 5,
  async run({ organization_id, invitation_id, token }, { state, mail, secrets, origin, now }: MailNeeds) {
    const found = await state.database.scoped({ organizationId: organization_id }, async (tx) => ({
      // The organisation first, as everywhere: whoever sends an invitation anew holds it and wants the invitation.
      organization: await lockOrganization(tx),
      invitation: await findInvitation(tx, invitation_id, now()),
    }))
    // Taken back, or sent anew, before the mail went out.
    if (found.invitation.status !== 'pending') return
    const link = `${origin()}/auth/invitation?token=${secrets.open(placeOf(organization_id, invitation_id), token)}`
    await mail.send(letterOf(found.invitation, found.organization.name, link))
  },
})

export type MailNeeds = Pick<Services, 'state' | 'mail' | 'secrets' | 'origin' | 'now'>

/** Queues the mail; the demo organisation, which anybody may enter, writes to nobody. */
export async function queueInvitationMail(
  { jobs, secrets, log }: Pick<Services, 'jobs' | 'secrets' | 'log'>,
  tx: ScopedTransaction,
  { id, token, demo }: { id: string; token: string; demo: boolean },
): Promise<void> {
  if (demo) {
    log.info({ invitation: id }, 'the demo organisation sends no mail')
    return
  }
  const sealed = secrets.seal(placeOf(tx.scopedTo, id), token)
  const input = { organization_id: tx.scopedTo, invitation_id: id, token: sealed }
  await jobs.send(invitationMailJob, input, { within: tx })
}

function letterOf(
  { email, full_name, invited_by, role, expires_at }: FoundInvitation,
  organization: string,
  link: string,
) {
  const subject = `${oneLine(invited_by)} invites you to ${oneLine(organization)} on Kept`
  const roles = { admin: 'an admin', user: 'a user', billing_admin: 'a billing admin' } as const
  const until = expires_at.slice(0, 16).replace('T', ' ')
  const text = [
    `Hello${full_name ? ` ${oneLine(full_name)}` : ''},`,
    `${oneLine(invited_by)} invites you to join ${oneLine(organization)} on Kept as ${roles[role]}.`,
    `Accept here, until ${until} UTC:\n${link}`,
    'If you did not expect this, ignore it: nothing happens without you.',
  ].join('\n\n')
  return { to: email, subject, text }
}

/** Names come from people: in a mail they are one short line and never an address of their own. */
function oneLine(text: string): string {
  return text
    .replaceAll(/[\p{C}\s]+/gu, ' ')
    .replaceAll(/https?:\/\/|www\./gi, '')
    .slice(0, 80)
    .trim()
}
