import {
  findingSchema,
  findingStatusSchema,
  findingStepSchema,
  levelSchema,
  recommendationSchema,
  ruleOutcomeSchema,
  ruleWordsSchema,
} from '@kept/domain/finding.ts'
import { currencySchema, decimalSchema } from '@kept/domain/money.ts'
import * as z from 'zod'
import { answer, providersAsked, route } from '../route.ts'

const tag = 'Cost optimisation'

/** `organization_id` may be sent as the specification has it; it must be one the caller belongs to. */
const window = {
  organization_id: z.string().optional(),
  start_date: z.iso.date().optional(),
  /** The day after the last one. */
  end_date: z.iso.date().optional(),
  /** With commas between them or said several times: "AWS,Microsoft". As they stand in the bill, or "gcp". */
  providers: providersAsked,
}

const comparedSchema = z.object({ effective: decimalSchema, previous: decimalSchema.nullable() })

/** Fee and rest of an estimate under this month's rule; null where no fee can be owed in the currency. */
const splitSchema = z.object({ fee: decimalSchema, keep: decimalSchema }).nullable()

export const overviewSchema = z.object({
  from: z.iso.date().nullable(),
  to: z.iso.date().nullable(),
  previous_from: z.iso.date().nullable(),
  previous_to: z.iso.date().nullable(),
  /** One entry per currency, the largest first; two currencies are never added. */
  currencies: z.array(
    z.object({
      currency: currencySchema,
      billed: decimalSchema.nullable(),
      effective: decimalSchema,
      contracted: decimalSchema.nullable(),
      list: decimalSchema.nullable(),
      previous_effective: decimalSchema.nullable(),
      /** Percent against the previous period; null when there is none to compare with. */
      change_percent: z.number().nullable(),
      days: z.array(z.object({ date: z.iso.date(), effective: decimalSchema, billed: decimalSchema })),
      providers: z.array(comparedSchema.extend({ provider: z.string() })),
      services: z.array(comparedSchema.extend({ service: z.string(), provider: z.string() })),
      movers: z.array(comparedSchema.extend({ service: z.string(), provider: z.string(), delta: decimalSchema })),
      findings: z.object({
        count: z.int(),
        ...{ monthly_saving: decimalSchema, low: decimalSchema, high: decimalSchema },
        split: splitSchema,
      }),
    }),
  ),
  reconciliation: z.object({
    loads: z.int(),
    ok: z.int(),
    rows_set_aside: z.int(),
    /** Bills whose sums were compared with the provider's own invoice; the others with their files alone. */
    invoiced: z.int(),
  }),
  first_day: z.iso.date().nullable(),
  last_day: z.iso.date().nullable(),
  last_import_at: z.iso.datetime().nullable(),
})
export type Overview = z.infer<typeof overviewSchema>

export const costOptimization = {
  overview: route({
    method: 'GET',
    path: '/v1/cost-optimization/overview',
    summary: 'What was spent, how it moved, and what could be saved',
    tag,
    needs: 'costs:read',
    input: z.object(window),
    output: answer(overviewSchema),
  }),
  recommendations: route({
    method: 'GET',
    path: '/v1/cost-optimization/recommendations',
    summary: 'Findings with their evidence, the largest saving first, and why rules found nothing',
    tag,
    needs: 'findings:read',
    input: z.object({
      organization_id: z.string().optional(),
      /** Comma-separated rule ids or kinds of recommendations, as `rightsizing`; an unknown one is an error. */
      recommendation_types: z.string().max(2000).optional(),
      min_savings: z.coerce.number().min(0).optional(),
      status: findingStatusSchema.default('open'),
      risk: levelSchema.optional(),
    }),
    output: z.object({
      data: z.array(recommendationSchema),
      meta: z.object({
        totals: z.array(
          z.object({
            currency: currencySchema,
            ...{ monthly_saving: decimalSchema, low: decimalSchema, high: decimalSchema },
            split: splitSchema,
          }),
        ),
        outcomes: z.array(ruleOutcomeSchema),
        rules: z.array(ruleWordsSchema),
        judged_at: z.iso.datetime().nullable(),
      }),
    }),
  }),
  accept: route({
    method: 'POST',
    path: '/v1/cost-optimization/recommendations/{id}/accept',
    summary: 'Take a finding up: who does it, and by when',
    tag,
    needs: 'findings:write',
    input: z.object({
      id: z.uuid(),
      /** Left out: whoever asks. */
      owner: z.string().trim().min(1).max(200).optional(),
      due_on: z.iso.date().nullish(),
      note: z.string().trim().max(500).optional(),
    }),
    output: answer(findingSchema),
  }),
  done: route({
    method: 'POST',
    path: '/v1/cost-optimization/recommendations/{id}/done',
    summary: 'Say that it was done; the data verifies it over two weeks',
    tag,
    needs: 'findings:write',
    input: z.object({ id: z.uuid(), note: z.string().trim().max(500).optional() }),
    output: answer(findingSchema),
  }),
  history: route({
    method: 'GET',
    path: '/v1/cost-optimization/recommendations/{id}/history',
    summary: 'What became of a finding, step by step',
    tag,
    needs: 'findings:read',
    input: z.object({ id: z.uuid() }),
    output: answer(z.array(findingStepSchema)),
  }),
  dismiss: route({
    method: 'POST',
    path: '/v1/cost-optimization/recommendations/{id}/dismiss',
    summary: 'Dismiss a finding, with the reason',
    tag,
    needs: 'findings:write',
    input: z.object({
      id: z.uuid(),
      reason: z.string().trim().min(1).max(500),
      /** The day it comes back by itself. */
      until: z.iso.date().nullish(),
    }),
    output: answer(findingSchema),
  }),
  reopen: route({
    method: 'POST',
    path: '/v1/cost-optimization/recommendations/{id}/reopen',
    summary: 'Back to open: a dismissal, an acceptance or a claim is taken back',
    tag,
    needs: 'findings:write',
    input: z.object({ id: z.uuid() }),
    output: answer(findingSchema),
  }),
}
