/**
 * Runs the rules over a bill's facts and applies the laws that hold for all of them: monthly figures, savings within
 * what things cost, money counted once, nothing found or left out in silence, the same answer for the same bill.
 */
import type { Facts, FactWindow } from '@kept/domain/facts.ts'
import type { Evidence, RecommendationDraft, RuleEvaluation } from '@kept/domain/recommendation.ts'
import { compare, type Decimal, isNegative, isZero, sum } from '@kept/foundation/decimal.ts'
import type { Candidate, EvaluationContext, Rule, RuleResult } from './define-rule.ts'
import { factLabels, isOfBill } from './fact-labels.ts'
import { type Assessed, fingerprintOf } from './laws/assessed.ts'
import { limitCalculation } from './laws/bound.ts'
import { gatherSmall } from './laws/gather-small.ts'
import { describeWindow, monthlyAmount, monthlySteps } from './laws/monthly.ts'
import { type Decisions, largestFirst, type ResourceCosts, resolveOverlaps, resourceKey } from './laws/overlaps.ts'
import { shrinkPools } from './laws/pools.ts'
import { seenResources, weighEvidence } from './laws/weigh-evidence.ts'
import { calculationEvidence, evaluateCalculation } from './reading/calculation.ts'
import { count, money, shortName } from './reading/labels.ts'

/** The facts that are at hand; a rule whose facts are missing says so instead of running. */
interface Case {
  facts: Partial<Facts>
  window: FactWindow
  /** What people decided of recommendations made before. */
  decisions?: Decisions
}

export interface EvaluationResult {
  /** Largest saving first; those without an estimate after them, by cost. */
  recommendations: RecommendationDraft[]
  /** One for every rule, in the rules' order. */
  outcomes: RuleEvaluation[]
}

export function runRules(rules: readonly Rule[], { facts, window, decisions }: Case): EvaluationResult {
  const monthly = (amount: Decimal) => monthlyAmount(amount, window)
  const context: EvaluationContext = {
    window,
    monthly: (amount, currency) => `${money(monthly(amount), currency)} a month`,
  }
  const evaluated = rules.map((rule) => ({ rule, result: evaluate(rule, facts, context) }))
  const costOf = resourceCosts(facts, monthly)
  const resourcesByKey = seenResources(facts.resource_usage ?? [])
  const assessed = evaluated.flatMap(({ rule, result }) =>
    withoutTwins(
      result.candidates.flatMap((candidate) => {
        const { evidence, ...weighed } = weighEvidence(
          rule,
          candidate,
          resourcesByKey.get(resourceKey(candidate.location)),
          window.days,
        )
        const enriched = { ...candidate, ...weighed, evidence: [...candidate.evidence, ...evidence] }
        return assess(rule, enriched, window, costOf)
      }),
    ),
  )
  const { retained, leftOut } = gatherSmall(
    shrinkPools(resolveOverlaps(assessed, costOf, decisions), monthly, decisions),
  )
  const recommendations = retained.sort(largestFirst)
  const outcomes = evaluated.map(({ rule, result }): RuleEvaluation => {
    const number = recommendations.filter((recommendation) => recommendation.rule === rule).length
    const small = leftOut.find((entry) => entry.rule === rule)
    const skipReasons = [...result.skipReasons, ...(small ? [tooSmall(small.number, small.amounts, rule)] : [])]
    return {
      rule: rule.id,
      recommendations: number,
      evaluated_count: result.evaluatedCount,
      skip_reasons: number > 0 || skipReasons.length > 0 ? skipReasons : [nothingFound(rule, result.evaluatedCount)],
    }
  })
  const seenOver = {
    label: 'Period, monthly amounts scaled to 30 days',
    value: describeWindow(window),
  }
  return { recommendations: recommendations.map((recommendation) => toDraft(recommendation, seenOver)), outcomes }
}

function evaluate(rule: Rule, facts: Partial<Facts>, context: EvaluationContext): RuleResult {
  const missing = rule.needs.filter((name) => facts[name] === undefined)
  if (missing.length > 0) {
    const labels = missing.map((name) => factLabels[name]).join(' and ')
    const reason = missing.every(isOfBill)
      ? `Needs ${labels} (not read from this bill).`
      : `Needs ${labels}, imported in addition to the bill.`
    return { candidates: [], evaluatedCount: 0, skipReasons: [reason] }
  }
  return rule.evaluate(facts as Facts, context)
}

function assess(rule: Rule, candidate: Candidate, window: FactWindow, costOf: ResourceCosts): Assessed[] {
  const cost = monthlyAmount(candidate.cost, window)
  // Credits larger than the charge: nothing is being paid, so nothing can be saved.
  if (isNegative(cost) || isZero(cost)) return []
  const billedCost = costOf(candidate.location)
  const limit = billedCost !== undefined && compare(billedCost, cost) < 0 ? billedCost : cost
  const calculation =
    candidate.saving &&
    limitCalculation([...candidate.saving, ...monthlySteps(window)], limit, candidate.location.currency)
  const saving = calculation && evaluateCalculation(calculation)
  if (saving && isZero(saving.high)) return []
  return [{ rule, candidate, cost, saving, calculation, fingerprint: fingerprintOf(rule, candidate), countedIn: '' }]
}

/** A rule that names one thing twice is believed once, with the larger saving. */
function withoutTwins(all: Assessed[]): Assessed[] {
  const seenFingerprints = new Set<string>()
  return [...all]
    .sort(largestFirst)
    .filter(({ fingerprint }) => !seenFingerprints.has(fingerprint) && seenFingerprints.add(fingerprint))
}

function resourceCosts(facts: Partial<Facts>, monthly: (amount: Decimal) => Decimal): ResourceCosts {
  const amounts = new Map<string, Decimal[]>()
  for (const row of facts.resource_usage ?? []) {
    if (!row.resource_id) continue
    const key = resourceKey(row)
    const resourceAmounts = amounts.get(key)
    if (resourceAmounts) resourceAmounts.push(row.effective)
    else amounts.set(key, [row.effective])
  }
  return (location) => {
    const resourceAmounts = location.resource_id ? amounts.get(resourceKey(location)) : undefined
    return resourceAmounts && monthly(sum(resourceAmounts))
  }
}

function tooSmall(number: number, amounts: Map<string, Decimal>, rule: Rule): string {
  const total = [...amounts].map(([currency, amount]) => money(amount, currency)).join(' and ')
  return `${count(number, rule.noun)} not listed: too small, or counted in another recommendation. Together ${total} a month.`
}

function nothingFound(rule: Rule, evaluatedCount: number): string {
  if (evaluatedCount === 0) return `No ${rule.noun.plural} on the bill in this window.`
  return `Checked ${count(evaluatedCount, rule.noun)}. All within the thresholds.`
}

function toDraft(
  { rule, candidate, cost, saving, calculation, fingerprint, countedIn }: Assessed,
  seenOver: Evidence,
): RecommendationDraft {
  return {
    rule: rule.id,
    title: rule.title,
    ...candidate.location,
    resource_name: candidate.location.resource_name || shortName(candidate.location.resource_id),
    summary: candidate.summary,
    monthly_savings: saving?.mid ?? null,
    monthly_savings_low: saving?.low ?? null,
    monthly_savings_high: saving?.high ?? null,
    monthly_cost: cost,
    confidence: candidate.confidence,
    effort: candidate.effort ?? rule.effort,
    risk: candidate.risk ?? rule.risk,
    evidence: [
      ...candidate.evidence,
      seenOver,
      ...(calculation ? calculationEvidence(calculation, candidate.location.currency) : []),
    ],
    steps: candidate.steps,
    counted_in: countedIn,
    fingerprint,
  }
}
