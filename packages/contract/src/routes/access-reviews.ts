import {
  accessDecisions,
  accessReviewStatuses,
  MAX_DECIDED_ITEMS,
  MAX_REVIEW_DAYS,
  MAX_REVIEWERS,
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
}
