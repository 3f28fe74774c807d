/** Access reviews that start by themselves. */
import type { AccessReviewSchedule } from '@kept/contract/routes/access-reviews.ts'
import {
  DEFAULT_DECIDE_WITHIN_DAYS,
  DEFAULT_REVIEW_INTERVAL_DAYS,
  MAX_REVIEW_INTERVAL_DAYS,
  MAX_REVIEWERS,
} from '@kept/domain/access-review.ts'
import { badInput } from '@kept/domain/errors.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { dayMs, utcDay } from '@kept/foundation/calendar/instant.ts'
import { recordAudit } from '@kept/store/audit/record.ts'
import type { Database, ScopedTransaction } from '@kept/store/database/connect.ts'
import { lockOrganization } from '@kept/store/people/lock-organization.ts'
import { findMembers, listActiveMembers } from '@kept/store/people/members.ts'
import {
  advanceReviewSchedule,
  findReviewSchedule,
  saveReviewSchedule,
} from '@kept/store/security/access-review-schedule.ts'
import { findOpenReview } from '@kept/store/security/access-reviews.ts'
import type { Acting } from '../../platform/acting.ts'
import type { Services } from '../../platform/context.ts'
import { reviewMailJob } from './notify-reviewers.ts'
import { openReview } from './open-review.ts'
import { canReview, refuseReviewers } from './reviewers.ts'

export async function readReviewSchedule(tx: ScopedTransaction): Promise<AccessReviewSchedule> {
  const stored = await findReviewSchedule(tx)
  const members = await findMembers(tx, stored?.reviewers ?? [])
  const reviewers = (stored?.reviewers ?? []).map((id) => {
    const member = members.find((candidate) => candidate.id === id)
    return { id, name: member ? member.full_name || member.email : 'A former user' }
  })
  return {
    enabled: stored?.next_start_at != null,
    every_days: stored?.every_days ?? DEFAULT_REVIEW_INTERVAL_DAYS,
    decide_within_days: stored?.decide_within_days ?? DEFAULT_DECIDE_WITHIN_DAYS,
    reviewers,
    revoke_overdue: stored?.revoke_overdue ?? false,
    next_start_at: stored?.next_start_at?.toISOString() ?? null,
    updated_by: stored?.updated_by ?? '',
  }
}

interface RequestedSchedule {
  enabled: boolean
  every_days: number
  decide_within_days: number
  /** A day, UTC. */
  first_date?: string | undefined
  reviewers: string[]
  revoke_overdue: boolean
}

export async function updateReviewSchedule(
  tx: ScopedTransaction,
  { auditContext, actor }: Acting,
  { enabled, first_date, reviewers, ...settings }: RequestedSchedule,
): Promise<AccessReviewSchedule> {
  await lockOrganization(tx)
  const { at } = auditContext
  const unique = [...new Set(reviewers)]
  await refuseReviewers(tx, unique)
  const next_start_at = enabled ? firstStart(first_date, at) : null
  const before = await readReviewSchedule(tx)
  await saveReviewSchedule(tx, { ...settings, reviewers: unique, next_start_at, updated_by: actor.name }, at)
  const after = await readReviewSchedule(tx)
  await recordAudit(tx, {
    ...auditContext,
    action: 'access_review_schedule.updated',
    summary: enabled
      ? `Access reviews start every ${settings.every_days} days from now on.`
      : 'Access reviews no longer start by themselves.',
    before: { ...before },
    after: { ...after },
  })
  return after
}

function firstStart(day: string | undefined, now: Date): Date {
  const today = utcDay(now)
  const start = day ?? today
  if (start < today) throw badInput('The first date is in the past.')
  const first = new Date(`${start}T00:00:00Z`)
  if (first.getTime() > now.getTime() + MAX_REVIEW_INTERVAL_DAYS * dayMs)
    throw badInput(`The first date is more than ${MAX_REVIEW_INTERVAL_DAYS} days away.`)
  return first
}

type ScheduleDeps = Pick<Services, 'jobs' | 'now'> & { database: Database }

/** Starts the review that is due. It waits while another one is open; what was missed meanwhile starts once. */
export async function startDueReview({ database, jobs, now }: ScheduleDeps, scope: Scope): Promise<void> {
  const at = now()
  const started = await database.scoped(scope, async (tx) => {
    const schedule = await findReviewSchedule(tx)
    const due = schedule?.next_start_at
    if (!schedule || !due || due > at) return false
    await lockOrganization(tx)
    if (await findOpenReview(tx)) return false
    if (!(await advanceReviewSchedule(tx, { due, next: nextStart(due, schedule.every_days, at) }))) return false
    const review = {
      name: `Access review ${utcDay(at)}`,
      due_at: new Date(Date.parse(`${utcDay(at)}T00:00:00Z`) + (schedule.decide_within_days + 1) * dayMs),
      reviewers: await reviewersOf(tx, schedule.reviewers),
      revoke_overdue: schedule.revoke_overdue,
    }
    const actor = { kind: 'system' as const, id: null, name: 'Kept' }
    return (await openReview({ jobs }, tx, { actor, at }, review)) !== undefined
  })
  if (started) jobs.wake(reviewMailJob)
}

/** The first date of the rhythm after now. */
function nextStart(due: Date, everyDays: number, now: Date): Date {
  const missed = Math.floor((now.getTime() - due.getTime()) / (everyDays * dayMs))
  return new Date(due.getTime() + (missed + 1) * everyDays * dayMs)
}

/** Those who can still review; without any, everyone who can. */
async function reviewersOf(tx: ScopedTransaction, ids: readonly string[]): Promise<string[]> {
  const chosen = (await findMembers(tx, ids)).filter(canReview)
  const reviewers = chosen.length > 0 ? chosen : (await listActiveMembers(tx)).filter(canReview)
  return reviewers.map(({ id }) => id).slice(0, MAX_REVIEWERS)
}
