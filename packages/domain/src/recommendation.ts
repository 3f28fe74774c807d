/** A recommendation: waste with evidence. Its life (accepted, done, verified ...) belongs to the savings ledger. */
import * as z from 'zod'
import { currencySchema, decimalSchema } from './money.ts'
import { recommendationStatuses } from './recommendation-status.ts'

export const levelSchema = z.enum(['low', 'medium', 'high'])
export type Level = z.infer<typeof levelSchema>

/**
 * One step of the calculation behind a monthly saving, in the order in which it is made: `begin` sets the result, each
 * later step changes it, `result` states it. The three amounts are the estimate and its range, exact decimals; a share
 * is a fraction of one. `subtract_from` is this amount less the result so far; `at_most` lowers the result to this amount.
 */
const calculationStepSchema = z.object({
  operator: z.enum([
    'begin',
    'add',
    'subtract',
    'subtract_from',
    'multiply',
    'divide',
    'at_most',
    'at_least',
    'result',
  ]),
  low: decimalSchema,
  mid: decimalSchema,
  high: decimalSchema,
})
export type CalculationStep = z.infer<typeof calculationStepSchema>

/** One fact a person can check, with where it came from; with `step` it is part of the calculation of the saving. */
export const evidenceSchema = z.object({
  label: z.string(),
  value: z.string(),
  unit: z.string().optional(),
  step: calculationStepSchema.optional(),
})
export type Evidence = z.infer<typeof evidenceSchema>
export const recommendationStatusSchema = z.enum(recommendationStatuses)

export const recommendationSchema = z.object({
  id: z.uuid(),
  /** The rule's stable id: "unused-commitment". */
  rule: z.string(),
  title: z.string(),
  /** What was seen, in one or two sentences with its figures. */
  summary: z.string(),
  provider: z.string(),
  billing_account_id: z.string(),
  sub_account_id: z.string(),
  sub_account_name: z.string(),
  region: z.string(),
  service: z.string(),
  resource_id: z.string(),
  resource_name: z.string(),
  resource_type: z.string(),
  currency: currencySchema,
  /** Estimated saving of a 30-day month, with its range; never above what the resource costs. Null when it cannot be estimated. */
  monthly_savings: decimalSchema.nullable(),
  monthly_savings_low: decimalSchema.nullable(),
  monthly_savings_high: decimalSchema.nullable(),
  monthly_cost: decimalSchema,
  confidence: z.number().min(0).max(1),
  effort: levelSchema,
  risk: levelSchema,
  evidence: z.array(evidenceSchema),
  steps: z.array(z.string()),
  /**
   * Two rules may see the same money: then one recommendation counts it and the others name that one's rule here.
   * Empty: this recommendation's saving is its own and belongs in totals.
   */
  counted_in: z.string(),
  status: recommendationStatusSchema,
  dismissed_reason: z.string(),
  /** The day a snoozed one comes back by itself; null: it stays dismissed. */
  dismissed_until: z.iso.date().nullable(),
  /** The name of who takes care of it, and by when. */
  owner: z.string(),
  /** Empty: no one, or a name that an API client wrote. */
  owner_type: z.enum(['', 'person', 'team']),
  /** The user's ID, or the team's name. */
  owner_id: z.string(),
  due_on: z.iso.date().nullable(),
  /** When it was completed, and how that is known: a person marked it, or the data no longer shows it. */
  completed_at: z.iso.datetime().nullable(),
  completed_by: z.enum(['', 'claim', 'data']),
  verified_at: z.iso.datetime().nullable(),
  first_seen_at: z.iso.datetime(),
  last_seen_at: z.iso.datetime(),
})
export type Recommendation = z.infer<typeof recommendationSchema>

/** What the finding of a security scan shows of a recommendation for its resource. */
export type ResourceRecommendation = Pick<
  Recommendation,
  'id' | 'title' | 'provider' | 'resource_id' | 'currency' | 'monthly_savings'
>

/**
 * A recommendation as it is listed: alternatives on the same money are part of it. Its own saving is the one that counts, so
 * the savings of listed recommendations may be added.
 */
export const recommendationWithAlternativesSchema = recommendationSchema.extend({
  /** Other ways to save the same money, the largest first. */
  alternatives: z.array(recommendationSchema),
  /** Whose resource it is: the team that owns the recommendation, or else the resource's `team` tag; may be empty. */
  team: z.string(),
})
export type RecommendationWithAlternatives = z.infer<typeof recommendationWithAlternativesSchema>

/** What the rules hand back: everything of a recommendation but its life. The same waste keeps the same fingerprint. */
export type RecommendationDraft = Omit<
  Recommendation,
  | 'id'
  | 'status'
  | 'dismissed_reason'
  | 'dismissed_until'
  | 'owner'
  | 'owner_type'
  | 'owner_id'
  | 'due_on'
  | 'completed_at'
  | 'completed_by'
  | 'verified_at'
  | 'first_seen_at'
  | 'last_seen_at'
> & {
  fingerprint: string
}

/** A person or team of the organization that can own a recommendation. */
export const recommendationOwnerSchema = z.object({
  type: z.enum(['person', 'team']),
  /** The user's ID, or the team's name. */
  id: z.string().min(1).max(500),
  name: z.string(),
})
export type RecommendationOwner = z.infer<typeof recommendationOwnerSchema>

export const recommendationCommentSchema = z.object({
  id: z.uuid(),
  author_name: z.string(),
  /** The caller wrote it and may delete it. */
  is_own: z.boolean(),
  body: z.string(),
  created_at: z.iso.datetime(),
})
export type RecommendationComment = z.infer<typeof recommendationCommentSchema>

/** How many recommendations moved to a status since a point in time, with the savings of those that are counted. */
export const recommendationChangeSchema = z.object({
  status: recommendationStatusSchema,
  count: z.int(),
  totals: z.array(z.object({ currency: currencySchema, monthly_savings: decimalSchema })),
})
export type RecommendationChange = z.infer<typeof recommendationChangeSchema>

/** One entry of a recommendation's history. The status stays the same when only its owner changes. */
export const recommendationTransitionSchema = z.object({
  status_before: recommendationStatusSchema,
  status_after: recommendationStatusSchema,
  actor_name: z.string(),
  note: z.string(),
  at: z.iso.datetime(),
})
export type RecommendationTransition = z.infer<typeof recommendationTransitionSchema>

/** A rule's words, so that screens never repeat them. */
export const ruleDescriptionSchema = z.object({
  id: z.string(),
  title: z.string(),
  /** Plain words: what it looks for and why that is waste. */
  description: z.string(),
  thresholds: z.array(z.object({ name: z.string(), value: z.string(), source: z.string() })),
  effort: levelSchema,
  risk: levelSchema,
  reversible: z.boolean(),
  applies_to: z.array(z.string()),
  /** What it reads: "usage by resource", "utilization metrics". */
  needs: z.array(z.string()),
  /** Cloud permissions needed to collect this data for Kept; none when the bill alone is enough. */
  permissions: z.array(z.string()),
  /** What it reads and no connection to a cloud brings: the cloud, what is missing, and why. */
  unread: z.array(z.object({ cloud: z.string(), fact: z.string(), reason: z.string() })),
})
export type RuleDescription = z.infer<typeof ruleDescriptionSchema>

/** Why a rule found nothing, or could not look: an empty result is never silent. */
export const ruleOutcomeSchema = z.object({
  rule: z.string(),
  recommendations: z.int(),
  evaluated_count: z.int(),
  skip_reasons: z.array(z.string()),
})
export type RuleEvaluation = z.infer<typeof ruleOutcomeSchema>
