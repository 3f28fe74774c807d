import type { AccessReview, AccessReviewSchedule } from '@kept/contract/routes/access-reviews.ts'
import type { AccessDecision, ReviewedAccessKind } from '@kept/domain/access-review.ts'
import { formatDay } from '@kept/foundation/format/day.ts'
import { counted } from '@kept/foundation/format/number.ts'
import type { Tone } from '@kept/ui/controls/Badge.tsx'

export const accessKindLabels: Record<ReviewedAccessKind, string> = {
  person: 'User',
  custom_role: 'Custom role',
  group_role: 'Role of a group',
  api_key: 'API key',
}

export const decisionLabels: Record<AccessDecision, string> = {
  pending: 'Undecided',
  confirmed: 'Confirmed',
  revoked: 'Revoked',
  retained: 'Not revoked',
}

export const decisionTones: Record<AccessDecision, Tone> = {
  pending: 'watch',
  confirmed: 'plain',
  revoked: 'fact',
  retained: 'leak',
}

/** "12 of 20 decided, 2 revoked". */
export function progressOf({ counts }: Pick<AccessReview, 'counts'>): string {
  const { pending, confirmed, revoked, retained } = counts
  const total = pending + confirmed + revoked + retained
  const parts = [`${total - pending} of ${counted(total, 'item')} decided`]
  if (revoked > 0) parts.push(`${revoked} revoked`)
  if (retained > 0) parts.push(`${retained} not revoked`)
  return parts.join(', ')
}

export function stateOf({ status, is_overdue }: Pick<AccessReview, 'status' | 'is_overdue'>): {
  label: string
  tone: Tone
} {
  if (status === 'completed') return { label: 'Completed', tone: 'plain' }
  if (status === 'canceled') return { label: 'Canceled', tone: 'plain' }
  return is_overdue ? { label: 'Overdue', tone: 'leak' } : { label: 'Open', tone: 'watch' }
}

/** The last day of a review, "2026-12-31"; the due time is the moment after it. */
export function lastDayOf({ due_at }: Pick<AccessReview, 'due_at'>): string {
  return new Date(Date.parse(due_at) - 1).toISOString().slice(0, 10)
}

/** One sentence about when reviews start by themselves. */
export function describeReviewSchedule({
  enabled,
  every_days,
  decide_within_days,
  next_start_at,
}: Pick<AccessReviewSchedule, 'enabled' | 'every_days' | 'decide_within_days' | 'next_start_at'>): string {
  if (!enabled || next_start_at === null) return 'Reviews start only by hand.'
  const next = formatDay(next_start_at.slice(0, 10))
  return `A review starts every ${counted(every_days, 'day')}, next on ${next}, with ${counted(decide_within_days, 'day')} to decide.`
}
