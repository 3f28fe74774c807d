/** A finding: waste with evidence. Its life (accepted, done, verified ...) belongs to the savings ledger. */
import * as z from 'zod'
import { currencySchema, decimalSchema } from './money.ts'

export const levelSchema = z.enum(['low', 'medium', 'high'])
export type Level = z.infer<typeof levelSchema>

/**
 * One step of the calculation behind a monthly saving, in the order in which it is made: `begin` sets the result, each
 * later step changes it, `result` states it. The three amounts are the estimate and its range, exact decimals; a share
 * is a fraction of one. `subtract_from` is this amount less the result so far; `at_most` lowers the result to this amount.
 */
export const calculationStepSchema = z.object({
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

/** Where a finding stands in its life; `finding-life.ts` says which steps there are. */
export const findingStatuses = [
  'open',
  'accepted',
  'done',
  'verifying',
  'verified',
  'regressed',
  'dismissed',
  'gone',
] as const
export const findingStatusSchema = z.enum(findingStatuses)
export type FindingStatus = z.infer<typeof findingStatusSchema>

export const findingSchema = z.object({
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
  /** Estimated saving of a 30-day month, with its range; never above what the resource costs. Null: no honest estimate. */
  monthly_saving: decimalSchema.nullable(),
  monthly_saving_low: decimalSchema.nullable(),
  monthly_saving_high: decimalSchema.nullable(),
  monthly_cost: decimalSchema,
  confidence: z.number().min(0).max(1),
  effort: levelSchema,
  risk: levelSchema,
  evidence: z.array(evidenceSchema),
  steps: z.array(z.string()),
  /**
   * Two rules may see the same money: then one finding counts it and the others name that one's rule here.
   * Empty: this finding's saving is its own and belongs in totals.
   */
  counted_in: z.string(),
  status: findingStatusSchema,
  dismissed_reason: z.string(),
  /** The day it comes back by itself; null: it stays dismissed. */
  dismissed_until: z.iso.date().nullable(),
  /** Who took it up, and by when. */
  owner: z.string(),
  due_on: z.iso.date().nullable(),
  /** When it was done, and how that is known: somebody said so, or the data no longer shows it. */
  done_at: z.iso.datetime().nullable(),
  done_by: z.enum(['', 'claim', 'data']),
  verified_at: z.iso.datetime().nullable(),
  first_seen_at: z.iso.datetime(),
  last_seen_at: z.iso.datetime(),
})
export type Finding = z.infer<typeof findingSchema>

/**
 * A finding as it is listed: alternatives on the same money are part of it. Its own saving is the one that counts, so
 * the savings of listed recommendations may be added.
 */
export const recommendationSchema = findingSchema.extend({
  /** Other ways to save the same money, the largest first. */
  alternatives: z.array(findingSchema),
})
export type Recommendation = z.infer<typeof recommendationSchema>

/** What the rules hand back: everything of a finding but its life. The same waste keeps the same fingerprint. */
export type FindingDraft = Omit<
  Finding,
  | 'id'
  | 'status'
  | 'dismissed_reason'
  | 'dismissed_until'
  | 'owner'
  | 'due_on'
  | 'done_at'
  | 'done_by'
  | 'verified_at'
  | 'first_seen_at'
  | 'last_seen_at'
> & {
  fingerprint: string
}

/** One step of a finding's life, for the one who asks what became of it. */
export const findingStepSchema = z.object({
  status_before: findingStatusSchema,
  status_after: findingStatusSchema,
  by_name: z.string(),
  note: z.string(),
  at: z.iso.datetime(),
})
export type FindingStep = z.infer<typeof findingStepSchema>

/** A rule's words, so that screens never repeat them. */
export const ruleWordsSchema = z.object({
  id: z.string(),
  title: z.string(),
  /** Plain words: what it looks for and why that is waste. */
  explains: z.string(),
  thresholds: z.array(z.object({ name: z.string(), value: z.string(), source: z.string() })),
  effort: levelSchema,
  risk: levelSchema,
  reversible: z.boolean(),
  applies_to: z.array(z.string()),
  /** What it reads: "usage by resource", "utilisation metrics". */
  needs: z.array(z.string()),
  /** Cloud permissions that whoever collects this data for Kept needs; none when the bill alone is enough. */
  permissions: z.array(z.string()),
})
export type RuleWords = z.infer<typeof ruleWordsSchema>

/** Why a rule found nothing, or could not look: an empty result is never silent. */
export const ruleOutcomeSchema = z.object({
  rule: z.string(),
  findings: z.int(),
  looked_at: z.int(),
  why_not: z.array(z.string()),
})
export type RuleOutcome = z.infer<typeof ruleOutcomeSchema>
