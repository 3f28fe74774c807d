/** An access review: everyone's access is confirmed or revoked until a date. */
import type { FrameworkId } from './compliance.ts'

export const accessReviewStatuses = ['open', 'completed', 'canceled'] as const
export type AccessReviewStatus = (typeof accessReviewStatuses)[number]

/** A user, the custom role of a user, the role that a group of the identity provider gives, or an API key. */
export const reviewedAccessKinds = ['person', 'custom_role', 'group_role', 'api_key'] as const
export type ReviewedAccessKind = (typeof reviewedAccessKinds)[number]

/** Retained: overdue and to be revoked, but Kept could not; the note says why. */
export const accessDecisions = ['pending', 'confirmed', 'revoked', 'retained'] as const
export type AccessDecision = (typeof accessDecisions)[number]

/** What one item of a review is about, as it was when the review began. */
export interface ReviewedAccess {
  kind: ReviewedAccessKind
  /** The ID of the user or the API key, or the name of the group. */
  subject_id: string
  name: string
  /** How they have access: "Admin, by role." */
  description: string
  permissions: string[]
  /** Those not used for 90 days; null where that is not known. */
  unused: string[] | null
  last_active_at: string | null
}

export const MAX_REVIEW_DAYS = 180
export const MAX_REVIEWERS = 20
/** Items decided by one request. */
export const MAX_DECIDED_ITEMS = 500
/** Reviewers are reminded so long before the due date, and every day after it. */
export const REMIND_DAYS_BEFORE = 3

/** How often a review can start by itself, in days. */
export const MIN_REVIEW_INTERVAL_DAYS = 7
export const MAX_REVIEW_INTERVAL_DAYS = 365
/** What a schedule is set to when it is turned on for the first time. */
export const DEFAULT_REVIEW_INTERVAL_DAYS = 90
export const DEFAULT_DECIDE_WITHIN_DAYS = 14

/** Access counts as reviewed for so long. */
export const REVIEWED_FOR_DAYS = 180

/** The requirements that ask for a review of access: a completed one is evidence of them. */
export const accessReviewRequirements: readonly { framework: FrameworkId; requirement: string }[] = [
  { framework: 'nist-800-53', requirement: 'AC-2' },
  { framework: 'nist-800-53', requirement: 'AC-6(7)' },
  { framework: 'soc2', requirement: 'CC6.2' },
  { framework: 'soc2', requirement: 'CC6.3' },
  { framework: 'iso-27001', requirement: '5.18' },
]
