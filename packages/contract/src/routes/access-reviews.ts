import {
  accessDecisions,
  accessReviewStatuses,
  DEFAULT_DECIDE_WITHIN_DAYS,
  DEFAULT_REVIEW_INTERVAL_DAYS,
  MAX_DECIDED_ITEMS,
  MAX_REVIEW_DAYS,
  MAX_REVIEW_INTERVAL_DAYS,
  MAX_REVIEWERS,
  MIN_REVIEW_INTERVAL_DAYS,
  reviewedAccessKinds,
} from '@kept/domain/access-review.ts'
import { lineSchema, nameSchema } from '@kept/domain/name.ts'
import * as z from 'zod'
import { answer, pageInput, pageOf, route } from '../route.ts'

const tag = 'Security'

/** ID or slug of the caller's own organization. */
const organization = z.string().min(1).max(80)
const moment = z.iso.datetime()

const reviewSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  status: z.enum(accessReviewStatuses),
  reviewers: z.array(z.object({ id: z.string(), name: z.string() })),
  /** Whether what is undecided on the due date is revoked then. */
  revoke_overdue: z.boolean(),
  created_by: z.string(),
  created_at: moment,
  /** The end of the last day, UTC. */
  due_at: moment,
  ended_at: moment.nullable(),
  is_overdue: z.boolean(),
  counts: z.object({ pending: z.int(), confirmed: z.int(), revoked: z.int(), retained: z.int() }),
})
export type AccessReview = z.infer<typeof reviewSchema>

const itemSchema = z.object({
  id: z.uuid(),
  kind: z.enum(reviewedAccessKinds),
  /** The ID of the user or the API key, or the name of the group. */
  subject_id: z.string(),
  name: z.string(),
  /** How they have access. */
  description: z.string(),
  permissions: z.array(z.string()),
  /** Those not used for 90 days when the review began; null where that is not known: the audit log began later. */
  unused: z.array(z.string()).nullable(),
  last_active_at: moment.nullable(),
  decision: z.enum(accessDecisions),
  /** Of the reviewer; of what was retained, the reason. */
  note: z.string(),
  /** Empty while it is pending. */
  decided_by: z.string(),
  decided_at: moment.nullable(),
})
export type AccessReviewItem = z.infer<typeof itemSchema>

const reviewWithItemsSchema = reviewSchema.extend({
  /** As access was when the review began; undecided items first. */
  items: z.array(itemSchema),
})
export type AccessReviewWithItems = z.infer<typeof reviewWithItemsSchema>

const reviewScheduleSchema = z.object({
  /** Whether reviews start by themselves. */
  enabled: z.boolean(),
  every_days: z.int(),
  /** From the start of a review to its due date. */
  decide_within_days: z.int(),
  reviewers: z.array(z.object({ id: z.string(), name: z.string() })),
  revoke_overdue: z.boolean(),
  /** The start of a day, UTC; null when turned off. */
  next_start_at: moment.nullable(),
  /** Empty while no one has set it. */
  updated_by: z.string(),
})
export type AccessReviewSchedule = z.infer<typeof reviewScheduleSchema>

const reviewed = { organization, id: z.uuid() }

export const accessReviews = {
  list: route({
    method: 'GET',
    path: '/v1/security/{organization}/access-reviews',
    summary: 'List access reviews',
    description: 'Newest first.',
    tag,
    needs: 'security:read',
    input: z.object({ organization, ...pageInput }),
    output: pageOf(reviewSchema),
  }),
  get: route({
    method: 'GET',
    path: '/v1/security/{organization}/access-reviews/{id}',
    summary: 'Get an access review',
    description: 'With everyone who has access, and what was decided.',
    tag,
    needs: 'security:read',
    input: z.object(reviewed),
    output: answer(reviewWithItemsSchema),
  }),
  start: route({
    method: 'POST',
    path: '/v1/security/{organization}/access-reviews',
    summary: 'Start an access review',
    description: `Lists every user, custom role, role of a group and API key, to be confirmed or revoked within ${MAX_REVIEW_DAYS} days. One review is open at a time.`,
    tag,
    needs: 'security:write',
    input: z.strictObject({
      organization,
      name: nameSchema(120),
      due_date: z.iso.date(),
      /** IDs of users who can change users. */
      reviewers: z.array(z.uuid()).min(1).max(MAX_REVIEWERS),
      revoke_overdue: z.boolean().default(false),
    }),
    output: answer(reviewWithItemsSchema),
  }),
  decide: route({
    method: 'POST',
    path: '/v1/security/{organization}/access-reviews/{id}/decisions',
    summary: 'Confirm or revoke access',
    description:
      'All items or none, by a reviewer. Revoked users are disabled, API keys end, and custom roles and roles of groups are taken away. The last admin cannot be revoked. The last decision completes the review and adds it to the compliance evidence.',
    tag,
    needs: 'users:write',
    idempotency: 'idempotent',
    input: z.strictObject({
      ...reviewed,
      items: z.array(z.uuid()).min(1).max(MAX_DECIDED_ITEMS),
      decision: z.enum(['confirmed', 'revoked']),
      note: lineSchema(500).default(''),
    }),
    output: answer(reviewWithItemsSchema),
  }),
  cancel: route({
    method: 'DELETE',
    path: '/v1/security/{organization}/access-reviews/{id}',
    summary: 'Cancel an access review',
    description: 'What was decided stays.',
    tag,
    needs: 'security:write',
    input: z.object(reviewed),
    output: answer(reviewWithItemsSchema),
  }),
  schedule: route({
    method: 'GET',
    path: '/v1/security/{organization}/access-review-schedule',
    summary: 'Get the access review schedule',
    description: 'How often a review starts by itself, and when the next one does.',
    tag,
    needs: 'security:read',
    input: z.object({ organization }),
    output: answer(reviewScheduleSchema),
  }),
  updateSchedule: route({
    method: 'PUT',
    path: '/v1/security/{organization}/access-review-schedule',
    summary: 'Update the access review schedule',
    description:
      'A review starts by itself every so many days. While another review is open, it waits for its end. Reviewers who cannot review anymore are left out; without any, every user who can review does.',
    tag,
    needs: 'security:write',
    input: z
      .strictObject({
        organization,
        enabled: z.boolean(),
        every_days: z
          .int()
          .min(MIN_REVIEW_INTERVAL_DAYS)
          .max(MAX_REVIEW_INTERVAL_DAYS)
          .default(DEFAULT_REVIEW_INTERVAL_DAYS),
        decide_within_days: z.int().min(1).max(MAX_REVIEW_DAYS).default(DEFAULT_DECIDE_WITHIN_DAYS),
        /** The day of the first review, UTC. Left out: today. */
        first_date: z.iso.date().optional(),
        reviewers: z.array(z.uuid()).max(MAX_REVIEWERS).default([]),
        revoke_overdue: z.boolean().default(false),
      })
      .refine(({ every_days, decide_within_days }) => decide_within_days <= every_days, {
        error: 'must not be longer than the time between two reviews',
        path: ['decide_within_days'],
      }),
    output: answer(reviewScheduleSchema),
  }),
}
