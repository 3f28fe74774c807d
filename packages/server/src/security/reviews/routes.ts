/** Access reviews: everyone's access, confirmed or revoked by reviewers until a date. */
import type { AccessReview, AccessReviewWithItems } from '@kept/contract/routes/access-reviews.ts'
import { MAX_REVIEW_DAYS } from '@kept/domain/access-review.ts'
import { badInput, KeptError } from '@kept/domain/errors.ts'
import { dayMs } from '@kept/foundation/calendar/instant.ts'
import { recordAudit } from '@kept/store/audit/record.ts'
import type { ScopedTransaction } from '@kept/store/database/connect.ts'
import { lockOrganization } from '@kept/store/people/lock-organization.ts'
import { findMembers } from '@kept/store/people/members.ts'
import {
  endReview,
  findReview,
  listReviewItems,
  listReviews,
  type StoredReview,
} from '@kept/store/security/access-reviews.ts'
import { actingOf } from '../../platform/acting.ts'
import type { SignedInContext } from '../../platform/context.ts'
import { routes } from '../../platform/implement.ts'
import { requireRequestedOrganization } from '../../platform/require-requested-organization.ts'
import { decideAccess } from './decide.ts'
import { reviewMailJob } from './notify-reviewers.ts'
import { openReview } from './open-review.ts'
import { refuseReviewers } from './reviewers.ts'
import { readReviewSchedule, updateReviewSchedule } from './schedule.ts'

const reviewRoutes = routes.accessReviews

export const accessReviews = {
  list: reviewRoutes.list.handler(async ({ context, input: { organization, page, page_size } }) => {
    requireRequestedOrganization(organization, context.me)
    const now = context.services.now()
    return context.services.state.database.scoped(context.scope, async (tx) => {
      const { reviews, total } = await listReviews(tx, { page, page_size })
      return { data: await describeReviews(tx, reviews, now), meta: { page, page_size, total } }
    })
  }),
  get: reviewRoutes.get.handler(async ({ context, input: { organization, id } }) => {
    requireRequestedOrganization(organization, context.me)
    const now = context.services.now()
    return { data: await context.services.state.database.scoped(context.scope, (tx) => withItems(tx, id, now)) }
  }),
  start: reviewRoutes.start.handler(async ({ context, input: { organization, ...request } }) => {
    requireRequestedOrganization(organization, context.me)
    const { services, scope } = context
    const data = await services.state.database.scoped(scope, (tx) => startReview(context, tx, request))
    services.jobs.wake(reviewMailJob)
    return { data }
  }),
  decide: reviewRoutes.decide.handler(async ({ context, input: { organization, id, ...decision } }) => {
    requireRequestedOrganization(organization, context.me)
    return {
      data: await context.services.state.database.scoped(context.scope, async (tx) => {
        await decideAccess(tx, actingOf(context), id, decision)
        return withItems(tx, id, context.services.now())
      }),
    }
  }),
  schedule: reviewRoutes.schedule.handler(async ({ context, input: { organization } }) => {
    requireRequestedOrganization(organization, context.me)
    return { data: await context.services.state.database.scoped(context.scope, readReviewSchedule) }
  }),
  updateSchedule: reviewRoutes.updateSchedule.handler(async ({ context, input: { organization, ...schedule } }) => {
    requireRequestedOrganization(organization, context.me)
    return {
      data: await context.services.state.database.scoped(context.scope, (tx) =>
        updateReviewSchedule(tx, actingOf(context), schedule),
      ),
    }
  }),
  cancel: reviewRoutes.cancel.handler(async ({ context, input: { organization, id } }) => {
    requireRequestedOrganization(organization, context.me)
    return { data: await context.services.state.database.scoped(context.scope, (tx) => cancelReview(context, tx, id)) }
  }),
}

interface ReviewRequest {
  name: string
  /** The last day, UTC. */
  due_date: string
  reviewers: string[]
  revoke_overdue: boolean
}

async function startReview(context: SignedInContext, tx: ScopedTransaction, { due_date, ...request }: ReviewRequest) {
  await lockOrganization(tx)
  const acting = actingOf(context)
  const { at } = acting.auditContext
  const due_at = dueAt(due_date, at)
  const reviewers = [...new Set(request.reviewers)]
  await refuseReviewers(tx, reviewers)
  const id = await openReview(context.services, tx, acting.auditContext, { ...request, reviewers, due_at })
  if (id === undefined) throw new KeptError('conflict', 'Another access review is open. Complete or cancel it first.')
  return withItems(tx, id, at)
}

/** The end of the day, UTC. */
function dueAt(day: string, now: Date): Date {
  const due = new Date(Date.parse(`${day}T00:00:00Z`) + dayMs)
  if (due <= now) throw badInput('The due date is in the past.')
  if (due.getTime() > now.getTime() + (MAX_REVIEW_DAYS + 1) * dayMs)
    throw badInput(`The due date is more than ${MAX_REVIEW_DAYS} days away.`)
  return due
}

async function cancelReview(context: SignedInContext, tx: ScopedTransaction, id: string) {
  await lockOrganization(tx)
  const review = await findReview(tx, id)
  if (review.status !== 'open') throw new KeptError('conflict', `This review was ${review.status} already.`)
  const { auditContext } = actingOf(context)
  await endReview(tx, id, 'canceled', auditContext.at)
  await recordAudit(tx, {
    ...auditContext,
    action: 'access_review.canceled',
    target: id,
    summary: `The access review "${review.name}" was canceled.`,
    details: { counts: review.counts },
  })
  return withItems(tx, id, auditContext.at)
}

async function withItems(tx: ScopedTransaction, id: string, now: Date): Promise<AccessReviewWithItems> {
  const [review] = await describeReviews(tx, [await findReview(tx, id)], now)
  if (!review) throw new Error(`no access review ${id}`)
  return { ...review, items: await listReviewItems(tx, id) }
}

/** With the names of the reviewers. */
async function describeReviews(
  tx: ScopedTransaction,
  reviews: readonly StoredReview[],
  now: Date,
): Promise<AccessReview[]> {
  const members = await findMembers(tx, [...new Set(reviews.flatMap(({ reviewers }) => reviewers))])
  const nameOf = (id: string) => {
    const member = members.find((candidate) => candidate.id === id)
    return member ? member.full_name || member.email : 'A former user'
  }
  return reviews.map(({ reminded_at: _, ...review }) => ({
    ...review,
    is_overdue: review.status === 'open' && Date.parse(review.due_at) <= now.getTime(),
    reviewers: review.reviewers.map((id) => ({ id, name: nameOf(id) })),
  }))
}
