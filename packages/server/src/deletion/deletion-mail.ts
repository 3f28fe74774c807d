/** Emails about the deletion of an organization or an account, as a job that is queued in the transaction of the change. */
import { utcDay } from '@kept/foundation/calendar/instant.ts'
import type { ScopedTransaction } from '@kept/store/database/connect.ts'
import * as z from 'zod'
import type { Services } from '../platform/context.ts'
import { defineJob } from '../platform/jobs.ts'
import type { Email } from '../platform/mail.ts'
import { oneLine } from '../platform/mail-line.ts'

const messageSchema = z.object({
  event: z.enum(['requested', 'canceled', 'deleted']),
  what: z.enum(['organization', 'account']),
  to: z.string(),
  full_name: z.string(),
  /** Empty for an account. */
  organization: z.string(),
  due_at: z.iso.datetime(),
  /** Why Kept canceled it; empty when a user did. */
  reason: z.string().default(''),
})
type DeletionMessage = z.input<typeof messageSchema>

export const deletionMailJob = defineJob({
  name: 'deletion-mail',
  input: messageSchema,
  // With a growing delay: half an hour in all, for a mail server that restarts or greylists.
  retries: 10,
  // The queue has addresses. An email that could not be sent stays for an hour, in which the operator can retry it.
  isForgottenWhenDone: true,
  deleteAfterSeconds: 3600,
  run: (message, { mail, origin }: Pick<Services, 'mail' | 'origin'>) => mail.send(mailOf(message, origin())),
})

export function queueDeletionMail(
  { jobs }: Pick<Services, 'jobs'>,
  message: DeletionMessage,
  within?: ScopedTransaction,
): Promise<void> {
  return jobs.send(deletionMailJob, message, within && { within })
}

function mailOf(message: z.infer<typeof messageSchema>, origin: string): Email {
  const name = oneLine(message.full_name)
  const { subject, paragraphs } =
    message.what === 'account' ? ofAccount(message, origin) : ofOrganization(message, origin)
  return { to: message.to, subject, text: [`Hello${name ? ` ${name}` : ''},`, ...paragraphs].join('\n\n') }
}

function ofOrganization({ event, organization, due_at }: z.infer<typeof messageSchema>, origin: string) {
  const name = oneLine(organization)
  const day = utcDay(Date.parse(due_at))
  if (event === 'canceled')
    return {
      subject: `${name} will not be deleted`,
      paragraphs: [`The deletion of ${name} was canceled. Nothing was deleted.`],
    }
  if (event === 'deleted')
    return {
      subject: `${name} was deleted`,
      paragraphs: [`All data of ${name} on Kept is being deleted. Your account stays.`],
    }
  return {
    subject: `${name} will be deleted on ${day}`,
    paragraphs: [
      `An admin requested the deletion of ${name}. On ${day} (UTC) all of its data is deleted and can't be restored.`,
      `Until then, an admin can export the data or cancel the deletion:\n${origin}/settings?tab=organization`,
    ],
  }
}

function ofAccount({ event, due_at, reason }: z.infer<typeof messageSchema>, origin: string) {
  const day = utcDay(Date.parse(due_at))
  if (event === 'canceled')
    return {
      subject: 'Your Kept account will not be deleted',
      paragraphs: [reason || 'You canceled the deletion of your account.'],
    }
  if (event === 'deleted')
    return {
      subject: 'Your Kept account was deleted',
      paragraphs: ['Your account and your personal data were deleted.'],
    }
  return {
    subject: `Your Kept account will be deleted on ${day}`,
    paragraphs: [
      `You requested the deletion of your account. On ${day} (UTC) it is deleted and can't be restored.`,
      `Until then, you can export your data or cancel the deletion:\n${origin}/profile`,
      "If it wasn't you, cancel it and change your password.",
    ],
  }
}
