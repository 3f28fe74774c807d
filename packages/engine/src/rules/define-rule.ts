/** What a savings rule is: texts, thresholds with their sources, the facts it needs, and one pure evaluation. */
import type { FactName, Facts, FactWindow } from '@kept/domain/facts.ts'
import { type KnownMetric, knownMetrics } from '@kept/domain/metric.ts'
import type { Evidence, Level, RuleDescription } from '@kept/domain/recommendation.ts'
import type { Decimal } from '@kept/foundation/decimal.ts'
import { keysOf } from '@kept/foundation/keys.ts'
import { isOneOf } from '@kept/foundation/narrow.ts'
import { factLabels } from './fact-labels.ts'
import type { Calculation } from './reading/calculation.ts'
import type { Cloud } from './reading/cloud-of.ts'
import { percent } from './reading/labels.ts'
import { unreadFacts } from './unread-facts.ts'

/** A number a rule decides by. Its source is a document, or "Kept" with the reason when the number is our own. */
export interface Threshold {
  label: string
  value: number
  unit: string
  source: string
}

/** Where something was charged: what every recommendation says about its place. */
export interface ChargeLocation {
  currency: string
  provider: string
  billing_account_id: string
  sub_account_id: string
  sub_account_name: string
  region: string
  service: string
  resource_id: string
  resource_name: string
  resource_type: string
}

/** What a rule hands back. Amounts are of the whole window; months, limits and overlaps are made centrally. */
export interface Candidate {
  location: ChargeLocation
  summary: string
  /** What was paid in the window for the thing this is about. */
  cost: Decimal
  /** How the saving in the window is calculated; null when the bill has nothing to calculate it from. */
  saving: Calculation | null
  /** How sure it is that this is waste, 0 to 1. */
  confidence: number
  evidence: Evidence[]
  steps: string[]
  /**
   * The part of the resource whose cost the saving draws on; '' is all of it. Two candidates on one resource
   * compete for the same money unless both name different parts.
   */
  part?: string
  /**
   * A better price for the machines of a service, not less use of them: it is applied to what the savings on those
   * machines leave. Holds what they cost in the window, and which they are.
   */
  pool?: { cost: Decimal; members: ReadonlySet<string> }
  /** IDs of the resources on the bill that it consists of, where it is on no bill itself: their money is its money. */
  members?: ReadonlySet<string>
  /** It can be used for the pool of its service (an unused commitment): a new commitment is only for the rest. */
  coversPool?: true
  risk?: Level
  effort?: Level
}

/** What one rule found. `skipReasons` says what it could not evaluate, with figures. */
export interface RuleResult {
  candidates: Candidate[]
  evaluatedCount: number
  skipReasons: string[]
}

export interface EvaluationContext {
  window: FactWindow
  /** An amount of the window in words, as of a 30-day month: "$12.34 a month". */
  monthly(amount: Decimal, currency: string): string
}

/** What a rule reads of resources in addition to the bill. */
export interface RuleReads {
  /** Types of the inventory; it reads whichever of them its clouds have. */
  types: readonly string[]
  metrics: readonly KnownMetric[]
  /** Attributes of the inventory. */
  attributes: readonly string[]
}

interface RuleFacts<Needs extends FactName> {
  /** Stable: "unused-commitment". Recommendations, dismissals and statistics hang on it. */
  id: string
  title: string
  /** What it looks for and why that is waste, for a person who has never heard of it. */
  description: string
  /** What it looks at, for "3 volumes" and "no volume". */
  noun: { singular: string; plural: string }
  providers: readonly Cloud[]
  needs: readonly Needs[]
  /** Where a bill is not enough: a test holds that connections write it, or that `unread-facts.ts` says why not. */
  reads?: RuleReads
  thresholds: Readonly<Record<string, Threshold>>
  effort: Level
  risk: Level
  reversible: boolean
  /** Cloud permissions it needs beyond the bill; the customer's policy is generated from them. */
  permissions: readonly string[]
}

export interface Rule extends RuleFacts<FactName> {
  evaluate(facts: Facts, context: EvaluationContext): RuleResult
}

/**
 * Declares a rule; its `evaluate` receives the facts it needs, and where there is one the inventory, whose facts replace
 * what a bill only suggests.
 */
export function defineRule<const Needs extends FactName>(
  rule: RuleFacts<Needs> & {
    evaluate(facts: Pick<Facts, Needs> & Partial<Pick<Facts, 'inventory'>>, context: EvaluationContext): RuleResult
  },
): Rule {
  return rule
}

/** The rule's words as they travel to a screen. */
export function describeRule(rule: Rule): RuleDescription {
  const { id, title, description, effort, risk, reversible } = rule
  const thresholds = Object.values(rule.thresholds).map(({ label, value, unit, source }) => ({
    name: label,
    value: formatThreshold(value, unit),
    source,
  }))
  return {
    id,
    title,
    description,
    thresholds,
    effort,
    risk,
    reversible,
    applies_to: [...rule.providers],
    needs: rule.needs.map((name) => factLabels[name]),
    permissions: [...rule.permissions],
    unread: unreadFacts
      .filter((unread) => unread.rule === id)
      .map(({ cloud, fact, reason }) => ({ cloud, fact: factName(fact), reason })),
  }
}

/** "Requests", "inventory", or the name of an attribute as it is. */
function factName(fact: string): string {
  return isOneOf(keysOf(knownMetrics), fact) ? knownMetrics[fact].label : fact
}

/** "5 % of its cost", "7 days", "16000 IOPS". */
function formatThreshold(value: number, unit: string): string {
  const isShare = value > 0 && value < 1 && unit.startsWith('of ')
  return `${isShare ? percent(value) : value} ${unit}`.trim()
}
