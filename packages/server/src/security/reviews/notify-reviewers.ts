/** Tells reviewers of a review: a notification in the app, and an email for each of them. */
import { counted } from '@kept/foundation/format/number.ts'
import type { ScopedTransaction } from '@kept/store/database/connect.ts'
import { addNotification } from '@kept/store/notifications/add.ts'
import { findMembers } from '@kept/store/people/members.ts'
import type { StoredReview } from '@kept/store/security/access-reviews.ts'
import * as z from 'zod'
import type { Services } from '../../platform/context.ts'
import { defineJob } from '../../platform/jobs.ts'
import { oneLine } from '../../platform/mail-line.ts'
import { linkOf } from './complete-review.ts'

const messageSchema = z.object({ to: z.string(), title: z.string(), body: z.string(), href: z.string() })

export const reviewMailJob = defineJob({
  name: 'access-review-mail',
  input: messageSchema,
  // With a growing delay: half an hour in all, for a mail server that restarts or greylists.
  retries: 10,
  // The queue has addresses. An email that could not be sent stays for an hour, in which the operator can retry it.
  isForgottenWhenDone: true,
  deleteAfterSeconds: 3600,
  run: ({ to, title, body, href }, { mail, origin }: Pick<Services, 'mail' | 'origin'>) =>
    mail.send({ to, subject: title, text: [body, `Decide here:\n${origin()}${href}`].join('\n\n') }),
})

interface ReviewNews {
  review: StoredReview
  organization: { name: string; demo: boolean }
  event: 'started' | 'due' | 'overdue'
}

/** The public demo organization sends no email. */
export async function notifyReviewers(
  { jobs }: Pick<Services, 'jobs'>,
  tx: ScopedTransaction,
  { review, organization, event }: ReviewNews,
): Promise<void> {
  const title = `${labels[event]}: ${review.name}`
  const body = bodyOf(review, event)
  const href = linkOf(review.id)
  const scope = { organizationId: tx.scopedTo }
  await addNotification(tx, scope, { kind: 'access_review', title, body, href, thread: `access_review:${review.id}` })
  if (organization.demo) return
  for (const { email, status, removed_at } of await findMembers(tx, review.reviewers)) {
    if (status !== 'active' || removed_at !== null) continue
    const message = { to: email, title: `${oneLine(title, 120)} (${oneLine(organization.name)})`, body, href }
    await jobs.send(reviewMailJob, message, { within: tx })
  }
}

const labels = { started: 'Access review', due: 'Access review due soon', overdue: 'Access review overdue' } as const

function bodyOf({ counts, due_at, revoke_overdue }: StoredReview, event: ReviewNews['event']): string {
  const left = counted(counts.pending, 'item')
  // The due date ends with the moment before.
  const day = new Date(Date.parse(due_at) - 1).toISOString().slice(0, 10)
  if (event === 'overdue') return `${left} should have been confirmed or revoked by ${day}.`
  const after = revoke_overdue ? ' What is undecided then is revoked.' : ''
  return `Confirm or revoke ${left} by ${day}.${after}`
}
