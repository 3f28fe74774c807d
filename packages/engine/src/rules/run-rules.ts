/**
 * Runs the rules over a bill's facts and applies the laws that hold for all of them: monthly figures, savings within
 * what things cost, money counted once, nothing found or left out in silence, the same answer for the same bill.
 */
import { compare, type Decimal, isNegative, isZero, sum } from '@kept/domain/decimal.ts'
import type { Facts, FactWindow } from '@kept/domain/facts.ts'
import type { Evidence, FindingDraft, RuleOutcome } from '@kept/domain/finding.ts'
import type { Candidate, JudgeContext, Judgement, Rule } from './define-rule.ts'
import { factWords, isOfBill } from './fact-words.ts'
import { type Assessed, fingerprintOf } from './laws/assessed.ts'
import { limitCalculation } from './laws/bound.ts'
import { gatherSmall } from './laws/gather-small.ts'
import { monthlyAmount, monthlySteps, windowWords } from './laws/monthly.ts'
import { type Decisions, largestFirst, type ResourceCosts, resourceKey, settleOverlaps } from './laws/overlaps.ts'
import { shrinkPools } from './laws/pools.ts'
import { seenResources, weighEvidence } from './laws/weigh-evidence.ts'
import { calculationEvidence, evaluateCalculation } from './reading/calculation.ts'
import { addDays } from './reading/days.ts'
import { count, money, shortName } from './reading/words.ts'

/** The facts that are at hand; a rule whose facts are missing says so instead of running. */
export interface Case {
  facts: Partial<Facts>
  window: FactWindow
  /** What people decided of recommendations made before. */
  decisions?: Decisions
}

export interface Verdict {
  /** Largest saving first; those without an estimate after them, by cost. */
  findings: FindingDraft[]
  /** One for every rule, in the rules' order. */
  outcomes: RuleOutcome[]
}

export function runRules(rules: readonly Rule[], { facts, window, decisions }: Case): Verdict {
  const monthly = (amount: Decimal) => monthlyAmount(amount, window)
  const context: JudgeContext = {
    window,
    monthly: (amount, currency) => `${money(monthly(amount), currency)} a month`,
  }
  const judged = rules.map((rule) => ({ rule, judgement: judge(rule, facts, context) }))
  const costOf = resourceCosts(facts, monthly)
  const seen = seenResources(facts.resource_use ?? [])
  const assessed = judged.flatMap(({ rule, judgement }) =>
    withoutTwins(
      judgement.candidates.flatMap((candidate) => {
        const { evidence, ...weighed } = weighEvidence(
          rule,
          candidate,
          seen.get(resourceKey(candidate.place)),
          window.days,
        )
        const whole = { ...candidate, ...weighed, evidence: [...candidate.evidence, ...evidence] }
        return assess(rule, whole, window, costOf)
      }),
    ),
  )
  const { kept, leftOut } = gatherSmall(shrinkPools(settleOverlaps(assessed, costOf, decisions), monthly, decisions))
  const findings = kept.sort(largestFirst)
  const outcomes = judged.map(({ rule, judgement }): RuleOutcome => {
    const number = findings.filter((finding) => finding.rule === rule).length
    const small = leftOut.find((left) => left.rule === rule)
    const whyNot = [...judgement.whyNot, ...(small ? [tooSmall(small.number, small.amounts, rule)] : [])]
    return {
      rule: rule.id,
      findings: number,
      looked_at: judgement.lookedAt,
      why_not: number > 0 || whyNot.length > 0 ? whyNot : [nothingFound(rule, judgement.lookedAt)],
    }
  })
  const seenOver = {
    label: 'Seen over, monthly figures scaled to 30 days',
    value: windowWords(window, addDays(window.to, -1)),
  }
  return { findings: findings.map((finding) => toDraft(finding, seenOver)), outcomes }
}

function judge(rule: Rule, facts: Partial<Facts>, context: JudgeContext): Judgement {
  const missing = rule.needs.filter((name) => facts[name] === undefined)
  if (missing.length > 0) {
    const words = missing.map((name) => factWords[name]).join(' and ')
    const why = missing.every(isOfBill)
      ? `It needs ${words}, which this bill was not asked for.`
      : `It needs ${words}, which a bill alone does not hold; import it beside the bill.`
    return { candidates: [], lookedAt: 0, whyNot: [why] }
  }
  return rule.judge(facts as Facts, context)
}

function assess(rule: Rule, candidate: Candidate, window: FactWindow, costOf: ResourceCosts): Assessed[] {
  const cost = monthlyAmount(candidate.cost, window)
  // Credits larger than the charge: nothing is being paid, so nothing can be saved.
  if (isNegative(cost) || isZero(cost)) return []
  const known = costOf(candidate.place)
  const limit = known !== undefined && compare(known, cost) < 0 ? known : cost
  const calculation =
    candidate.saving &&
    limitCalculation([...candidate.saving, ...monthlySteps(window)], limit, candidate.place.currency)
  const saving = calculation && evaluateCalculation(calculation)
  if (saving && isZero(saving.high)) return []
  return [{ rule, candidate, cost, saving, calculation, fingerprint: fingerprintOf(rule, candidate), countedIn: '' }]
}

/** A rule that names one thing twice is believed once, with the larger saving. */
function withoutTwins(all: Assessed[]): Assessed[] {
  const seen = new Set<string>()
  return [...all].sort(largestFirst).filter(({ fingerprint }) => !seen.has(fingerprint) && seen.add(fingerprint))
}

function resourceCosts(facts: Partial<Facts>, monthly: (amount: Decimal) => Decimal): ResourceCosts {
  const amounts = new Map<string, Decimal[]>()
  for (const row of facts.resource_use ?? []) {
    if (!row.resource_id) continue
    const key = resourceKey(row)
    const found = amounts.get(key)
    if (found) found.push(row.effective)
    else amounts.set(key, [row.effective])
  }
  return (place) => {
    const found = place.resource_id ? amounts.get(resourceKey(place)) : undefined
    return found && monthly(sum(found))
  }
}

function tooSmall(number: number, amounts: Map<string, Decimal>, rule: Rule): string {
  const together = [...amounts].map(([currency, amount]) => money(amount, currency)).join(' and ')
  return `${count(number, rule.noun)} left out: too small to list or counted in another finding, together ${together} a month.`
}

function nothingFound(rule: Rule, lookedAt: number): string {
  if (lookedAt === 0) return `The bill has no ${rule.noun.many} in this window.`
  return `Looked at ${count(lookedAt, rule.noun)}; none is beyond the thresholds.`
}

function toDraft(
  { rule, candidate, cost, saving, calculation, fingerprint, countedIn }: Assessed,
  seenOver: Evidence,
): FindingDraft {
  return {
    rule: rule.id,
    title: rule.title,
    ...candidate.place,
    resource_name: candidate.place.resource_name || shortName(candidate.place.resource_id),
    summary: candidate.summary,
    monthly_saving: saving?.mid ?? null,
    monthly_saving_low: saving?.low ?? null,
    monthly_saving_high: saving?.high ?? null,
    monthly_cost: cost,
    confidence: candidate.confidence,
    effort: candidate.effort ?? rule.effort,
    risk: candidate.risk ?? rule.risk,
    evidence: [
      ...candidate.evidence,
      seenOver,
      ...(calculation ? calculationEvidence(calculation, candidate.place.currency) : []),
    ],
    steps: candidate.steps,
    counted_in: countedIn,
    fingerprint,
  }
}
