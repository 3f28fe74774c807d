/** Every hour: a review that is due starts, reviewers are reminded, and what is overdue is revoked where the review says so. */
import { REMIND_DAYS_BEFORE } from '@kept/domain/access-review.ts'
import { KeptError } from '@kept/domain/errors.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { dayMs } from '@kept/foundation/calendar/instant.ts'
import { recordAudit } from '@kept/store/audit/record.ts'
import type { Database, ScopedTransaction } from '@kept/store/database/connect.ts'
import { lockOrganization } from '@kept/store/people/lock-organization.ts'
import {
  decideItem,
  findOpenReview,
  findPendingItem,
  listReviewItems,
  noteReminder,
  type ReviewItem,
  type StoredReview,
} from '@kept/store/security/access-reviews.ts'
import * as z from 'zod'
import { actingAsAdmin } from '../../people/public/change-role.ts'
import type { Services } from '../../platform/context.ts'
import { forEachOrganization } from '../../platform/each-organization.ts'
import { defineJob } from '../../platform/jobs.ts'
import { completeReview } from './complete-review.ts'
import { notifyReviewers, reviewMailJob } from './notify-reviewers.ts'
import { revokeAccess } from './revoke-access.ts'
import { startDueReview } from './schedule.ts'

type ReviewDeps = Pick<Services, 'jobs' | 'now'> & { database: Database }

export const reviewJob = defineJob({
  name: 'access-reviews',
  input: z.object({}),
  retries: 1,
  cron: '23 * * * *',
  async run(_input, deps: ReviewDeps, signal) {
    await forEachOrganization(deps.database, signal, async (scope) => {
      await startDueReview(deps, scope)
      await advanceReview(deps, scope)
    })
  },
})

export async function advanceReview(deps: ReviewDeps, scope: Scope): Promise<void> {
  const { database, jobs, now } = deps
  const review = await database.scoped(scope, findOpenReview)
  if (!review) return
  const isOverdue = Date.parse(review.due_at) <= now().getTime()
  if (isOverdue && review.revoke_overdue) return revokeOverdue(deps, scope, review)
  if (!isReminderDue(review, now())) return
  await database.scoped(scope, async (tx) => {
    const organization = await lockOrganization(tx)
    const current = await findOpenReview(tx)
    if (current?.id !== review.id || !isReminderDue(current, now())) return
    await noteReminder(tx, review.id, now())
    await notifyReviewers({ jobs }, tx, { review: current, organization, event: isOverdue ? 'overdue' : 'due' })
  })
  jobs.wake(reviewMailJob)
}

/** Once before the due date, and then once a day. */
function isReminderDue({ due_at, reminded_at }: StoredReview, now: Date): boolean {
  const due = Date.parse(due_at)
  const last = reminded_at === null ? Number.NEGATIVE_INFINITY : Date.parse(reminded_at)
  if (now.getTime() < due - REMIND_DAYS_BEFORE * dayMs) return false
  if (now.getTime() < due) return reminded_at === null
  return last < due || now.getTime() - last >= dayMs
}

async function revokeOverdue({ database, now }: ReviewDeps, scope: Scope, { id }: StoredReview): Promise<void> {
  const acting = actingAsAdmin({ actor: { kind: 'system', id: null, name: 'Kept' }, at: now() })
  const items = await database.scoped(scope, (tx) => listReviewItems(tx, id))
  // What users have is taken away before the users, whose removal would hide it.
  const pending = items.filter(({ decision }) => decision === 'pending').reverse()
  for (const item of pending) {
    try {
      await database.scoped(scope, (tx) => decide(tx, item, undefined))
    } catch (error) {
      // A refusal, such as for the last admin: nothing of the attempt is left.
      if (!(error instanceof KeptError)) throw error
      await database.scoped(scope, (tx) => decide(tx, item, error.message))
    }
  }
  await database.scoped(scope, async (tx) => {
    await lockOrganization(tx)
    await completeReview(tx, acting, id)
  })

  async function decide(tx: ScopedTransaction, item: ReviewItem, refusal: string | undefined): Promise<void> {
    await lockOrganization(tx)
    if (!(await findPendingItem(tx, item.id))) return
    if (refusal === undefined) await revokeAccess(tx, acting, item)
    const decision = refusal === undefined ? 'revoked' : 'retained'
    const note = refusal ?? 'No one decided by the due date.'
    await decideItem(tx, item.id, { decision, note, actor: 'Kept', at: now() })
    await recordAudit(tx, {
      ...acting.auditContext,
      action: 'access_review.decided',
      target: id,
      ...(refusal !== undefined && { outcome: 'failed' as const }),
      summary: `The access of ${item.name} was ${decision}: ${note}`,
      details: { decision, note, items: [{ kind: item.kind, subject_id: item.subject_id, name: item.name }] },
    })
  }
}
