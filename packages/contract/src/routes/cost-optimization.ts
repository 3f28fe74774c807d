import { currencySchema, decimalSchema } from '@kept/domain/money.ts'
import {
  levelSchema,
  recommendationChangeSchema,
  recommendationCommentSchema,
  recommendationOwnerSchema,
  recommendationSchema,
  recommendationStatusSchema,
  recommendationTransitionSchema,
  recommendationWithAlternativesSchema,
  ruleDescriptionSchema,
  ruleOutcomeSchema,
} from '@kept/domain/recommendation.ts'
import { checkSeverities } from '@kept/domain/security-check.ts'
import * as z from 'zod'
import { answer, requestedProvidersSchema, route } from '../route.ts'

const tag = 'Cost optimization'

/** `organization_id` is part of the specification; the caller must belong to it. */
const window = {
  organization_id: z.string().optional(),
  start_date: z.iso.date().optional(),
  /** Exclusive. */
  end_date: z.iso.date().optional(),
  /** Comma-separated or repeated: "AWS,Microsoft". Names as on the bill, or short names such as "gcp". */
  providers: requestedProvidersSchema,
}

const comparedSchema = z.object({ effective: decimalSchema, previous: decimalSchema.nullable() })

/** Fee and customer share of an estimate under this month's commission; null without a fee in the currency. */
const splitSchema = z.object({ fee: decimalSchema, customer_net: decimalSchema }).nullable()

const overviewSchema = z.object({
  start_date: z.iso.date().nullable(),
  end_date: z.iso.date().nullable(),
  previous_start_date: z.iso.date().nullable(),
  previous_end_date: z.iso.date().nullable(),
  /** One entry per currency, largest first; currencies are never added up. */
  currencies: z.array(
    z.object({
      currency: currencySchema,
      billed: decimalSchema.nullable(),
      effective: decimalSchema,
      contracted: decimalSchema.nullable(),
      list: decimalSchema.nullable(),
      previous_effective: decimalSchema.nullable(),
      /** Percent against the previous period; null without one. */
      change_percent: z.number().nullable(),
      days: z.array(z.object({ date: z.iso.date(), effective: decimalSchema, billed: decimalSchema })),
      providers: z.array(comparedSchema.extend({ provider: z.string() })),
      services: z.array(comparedSchema.extend({ service: z.string(), provider: z.string() })),
      /** `previous` is scaled to as many days as this period has. */
      movers: z.array(comparedSchema.extend({ service: z.string(), provider: z.string(), delta: decimalSchema })),
      recommendations: z.object({
        count: z.int(),
        ...{ monthly_savings: decimalSchema, low: decimalSchema, high: decimalSchema },
        split: splitSchema,
      }),
    }),
  ),
  reconciliation: z.object({
    loads: z.int(),
    ok: z.int(),
    rejected_rows: z.int(),
    /** Bills reconciled with the provider's invoice; the others only with their files. */
    invoiced: z.int(),
  }),
  first_day: z.iso.date().nullable(),
  last_day: z.iso.date().nullable(),
  last_import_at: z.iso.datetime().nullable(),
})
export type Overview = z.infer<typeof overviewSchema>

/** A check of a security scan that the resource of a recommendation fails. */
const failingCheckSchema = z.object({
  scan_id: z.uuid(),
  check_id: z.string(),
  title: z.string(),
  severity: z.enum(checkSeverities),
})
export type FailingCheck = z.infer<typeof failingCheckSchema>

/** A decision on several recommendations at once. */
const decisionInputSchema = z.object({
  ids: z.array(z.uuid()).min(1).max(500),
  decision: z.enum(['accept', 'assign', 'dismiss', 'snooze', 'reopen']),
  /** With `accept`, where the default is the caller, and with `assign`, where null removes the owner. */
  owner: recommendationOwnerSchema.pick({ type: true, id: true }).nullish(),
  /** With `accept`. */
  due_on: z.iso.date().nullish(),
  /** Needed with `dismiss`. */
  reason: z.string().trim().max(500).optional(),
  /** Needed with `snooze`: the day it reopens automatically. */
  until: z.iso.date().nullish(),
})
export type DecisionInput = z.infer<typeof decisionInputSchema>

export const costOptimization = {
  overview: route({
    method: 'GET',
    path: '/v1/cost-optimization/overview',
    summary: 'Get the cost overview',
    description: 'Spend, its change against the previous period, and potential savings.',
    tag,
    needs: 'costs:read',
    cache: { serverSeconds: 86_400, complete: true },
    input: z.object(window),
    output: answer(overviewSchema),
  }),
  recommendations: route({
    method: 'GET',
    path: '/v1/cost-optimization/recommendations',
    summary: 'List recommendations',
    description: 'With evidence, largest saving first. `meta` lists why rules skipped resources.',
    tag,
    needs: 'recommendations:read',
    cache: { serverSeconds: 86_400, complete: true },
    input: z.object({
      organization_id: z.string().optional(),
      /** Comma-separated rule IDs or recommendation types such as `rightsizing`; unknown ones are an error. */
      recommendation_types: z.string().max(2000).optional(),
      min_savings: z.coerce.number().min(0).optional(),
      status: recommendationStatusSchema.default('open'),
      risk: levelSchema.optional(),
    }),
    output: z.object({
      data: z.array(recommendationWithAlternativesSchema),
      meta: z.object({
        totals: z.array(
          z.object({
            currency: currencySchema,
            ...{ monthly_savings: decimalSchema, low: decimalSchema, high: decimalSchema },
            split: splitSchema,
          }),
        ),
        outcomes: z.array(ruleOutcomeSchema),
        rules: z.array(ruleDescriptionSchema),
        evaluated_at: z.iso.datetime().nullable(),
        /** How many recommendations each status has, whatever the filter; statuses without any are left out. */
        counts: z.array(z.object({ status: recommendationStatusSchema, count: z.int() })),
      }),
    }),
  }),
  recommendation: route({
    method: 'GET',
    path: '/v1/cost-optimization/recommendations/{id}',
    summary: 'Get a recommendation',
    description:
      'In any status, with the other options for its resource. With the permission `security:read`, also with the checks that its resource fails in the last cloud scan.',
    tag,
    needs: 'recommendations:read',
    input: z.object({ id: z.uuid() }),
    output: answer(
      recommendationWithAlternativesSchema.extend({ failing_checks: z.array(failingCheckSchema).optional() }),
    ),
  }),
  owners: route({
    method: 'GET',
    path: '/v1/cost-optimization/recommendations/owners',
    summary: 'List possible owners',
    description: 'People and teams of the organization who can own a recommendation.',
    tag,
    needs: 'recommendations:write',
    input: z.object({}),
    output: answer(z.array(recommendationOwnerSchema)),
  }),
  decide: route({
    method: 'POST',
    path: '/v1/cost-optimization/recommendations/decisions',
    summary: 'Decide on several recommendations',
    description: 'Accepts, assigns, dismisses, snoozes or reopens them. `unchanged` lists those that did not allow it.',
    tag,
    needs: 'recommendations:write',
    input: decisionInputSchema,
    output: answer(
      z.object({
        changed: z.array(recommendationSchema),
        unchanged: z.array(z.object({ id: z.uuid(), error: z.string() })),
      }),
    ),
  }),
  visit: route({
    method: 'POST',
    path: '/v1/cost-optimization/recommendations/visits',
    summary: 'Record a visit to the recommendations',
    description: 'Returns what changed since the visit before. Within 30 minutes it is the same visit.',
    tag,
    needs: 'recommendations:read',
    idempotency: 'idempotent',
    input: z.object({}),
    output: answer(
      z.object({
        /** Null on the first visit. */
        since: z.iso.datetime().nullable(),
        changes: z.array(recommendationChangeSchema),
      }),
    ),
  }),
  comments: route({
    method: 'GET',
    path: '/v1/cost-optimization/recommendations/{id}/comments',
    summary: 'List the comments on a recommendation',
    tag,
    needs: 'recommendations:read',
    input: z.object({ id: z.uuid() }),
    output: answer(z.array(recommendationCommentSchema)),
  }),
  addComment: route({
    method: 'POST',
    path: '/v1/cost-optimization/recommendations/{id}/comments',
    summary: 'Comment on a recommendation',
    tag,
    needs: 'recommendations:write',
    input: z.object({ id: z.uuid(), body: z.string().trim().min(1).max(4000) }),
    output: answer(recommendationCommentSchema),
  }),
  deleteComment: route({
    method: 'DELETE',
    path: '/v1/cost-optimization/recommendation-comments/{id}',
    summary: 'Delete your comment',
    tag,
    needs: 'recommendations:write',
    input: z.object({ id: z.uuid() }),
    output: answer(z.object({})),
  }),
  accept: route({
    method: 'POST',
    path: '/v1/cost-optimization/recommendations/{id}/accept',
    summary: 'Accept a recommendation',
    description: 'Takes the assignee and the due date.',
    tag,
    needs: 'recommendations:write',
    input: z.object({
      id: z.uuid(),
      /** Defaults to the caller. */
      owner: z.string().trim().min(1).max(200).optional(),
      due_on: z.iso.date().nullish(),
      note: z.string().trim().max(500).optional(),
    }),
    output: answer(recommendationSchema),
  }),
  done: route({
    method: 'POST',
    path: '/v1/cost-optimization/recommendations/{id}/done',
    summary: 'Mark a recommendation as done',
    description: 'Kept then verifies it against two weeks of data.',
    tag,
    needs: 'recommendations:write',
    input: z.object({ id: z.uuid(), note: z.string().trim().max(500).optional() }),
    output: answer(recommendationSchema),
  }),
  history: route({
    method: 'GET',
    path: '/v1/cost-optimization/recommendations/{id}/history',
    summary: 'Get the history of a recommendation',
    tag,
    needs: 'recommendations:read',
    input: z.object({ id: z.uuid() }),
    output: answer(z.array(recommendationTransitionSchema)),
  }),
  dismiss: route({
    method: 'POST',
    path: '/v1/cost-optimization/recommendations/{id}/dismiss',
    summary: 'Dismiss a recommendation',
    tag,
    needs: 'recommendations:write',
    input: z.object({
      id: z.uuid(),
      reason: z.string().trim().min(1).max(500),
      /** The day it reopens automatically: it is snoozed until then. */
      until: z.iso.date().nullish(),
    }),
    output: answer(recommendationSchema),
  }),
  reopen: route({
    method: 'POST',
    path: '/v1/cost-optimization/recommendations/{id}/reopen',
    summary: 'Reopen a recommendation',
    description: 'Undoes a dismissal, an acceptance or a report of completion.',
    tag,
    needs: 'recommendations:write',
    input: z.object({ id: z.uuid() }),
    output: answer(recommendationSchema),
  }),
}
