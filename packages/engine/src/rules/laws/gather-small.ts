/**
 * Three hundred volumes of forty cents are one recommendation, not three hundred: what lies below the floor is gathered by
 * rule and place, and what is below it even together is left out and counted.
 */
import { add, compare, type Decimal, sum } from '@kept/foundation/decimal.ts'
import type { Candidate, ChargeLocation, Rule } from '../define-rule.ts'
import { addCost, beginWithCost, type Calculation, evaluateCalculation } from '../reading/calculation.ts'
import { count, money, nameOf } from '../reading/labels.ts'
import { type Assessed, fingerprintOf, type Saving } from './assessed.ts'
import { raiseLevel } from './weigh-evidence.ts'

/** A month's worth of about a dollar, in currencies whose unit is worth far less; one unit in all others. */
const floors: Record<string, Decimal> = {
  JPY: '100',
  INR: '100',
  HUF: '500',
  CLP: '1000',
  KRW: '1000',
  COP: '5000',
  IDR: '10000',
  VND: '20000',
}

function floorOf({ candidate: { location } }: Assessed): Decimal {
  return floors[location.currency] ?? '1'
}

const examples = 5
/** More than so many small ones are more work than one of them. */
const manyMembers = 10

interface Gathered {
  retained: Assessed[]
  /** Per rule, what was too small: how many, and their monthly savings together in each currency. */
  leftOut: { rule: Rule; number: number; amounts: Map<string, Decimal> }[]
}

export function gatherSmall(all: readonly Assessed[]): Gathered {
  const retained: Assessed[] = []
  const groups = new Map<string, Assessed[]>()
  const tooSmall = new Map<Rule, Assessed[]>()
  for (const assessed of all) {
    if (compare(weight(assessed), floorOf(assessed)) >= 0) retained.push(assessed)
    else if (assessed.countedIn) push(tooSmall, assessed.rule, assessed)
    else push(groups, groupKey(assessed), assessed)
  }
  for (const members of groups.values()) {
    const combined = gathered(members)
    if (combined && compare(weight(combined), floorOf(combined)) >= 0) retained.push(combined)
    else for (const member of members) push(tooSmall, member.rule, member)
  }
  return {
    retained,
    leftOut: [...tooSmall].map(([rule, members]) => ({ rule, number: members.length, amounts: totals(members) })),
  }
}

/** What a person would look at first: the saving, or the cost where no saving can be told. */
function weight({ saving, cost }: Assessed): Decimal {
  return saving ? saving.mid : cost
}

function gathered(members: Assessed[]): Assessed | undefined {
  const byCost = [...members].sort((a, b) => compare(b.cost, a.cost) || (a.fingerprint < b.fingerprint ? -1 : 1))
  const [first] = byCost
  if (!first) return undefined
  const { rule, candidate } = first
  const { currency } = candidate.location
  const cost = sum(members.map((member) => member.cost))
  const calculation = addedSavings(members, currency)
  const amount = count(members.length, rule.noun)
  const location = {
    ...candidate.location,
    resource_id: '',
    resource_name: amount,
    resource_type: candidate.location.resource_type,
  }
  const combined: Candidate = {
    ...candidate,
    location,
    part: 'small ones together',
    summary: `${amount} like this, each too small to list, cost ${money(cost, currency)} a month together.`,
    cost,
    // Each of them has to be changed.
    effort:
      members.length > manyMembers ? raiseLevel(candidate.effort ?? rule.effort) : (candidate.effort ?? rule.effort),
    confidence: Math.min(...members.map((member) => member.candidate.confidence)),
    evidence: [
      { label: 'Count', value: amount },
      ...byCost.slice(0, examples).map((member) => ({
        label: `Cost of ${nameOf(member.candidate.location)}`,
        value: money(member.cost, currency),
        unit: 'a month',
      })),
    ],
  }
  return {
    rule,
    candidate: combined,
    cost,
    calculation,
    saving: calculation && evaluateCalculation(calculation),
    fingerprint: fingerprintOf(rule, combined),
    countedIn: '',
  }
}

/** The largest savings by name, the others as one amount. */
function addedSavings(members: readonly Assessed[], currency: string): Calculation | null {
  const largest = members
    .flatMap(({ candidate, saving, fingerprint }) =>
      saving ? [{ location: candidate.location, saving, fingerprint }] : [],
    )
    .sort((a, b) => compare(b.saving.mid, a.saving.mid) || (a.fingerprint < b.fingerprint ? -1 : 1))
  const [first, ...listed] = largest.slice(0, examples)
  if (!first) return null
  const remaining = largest.slice(examples)
  const label = (location: ChargeLocation) => `Saved on ${nameOf(location)}`
  const total = (column: keyof Saving) => sum(remaining.map(({ saving }) => saving[column]))
  const remainingSaving = { low: total('low'), mid: total('mid'), high: total('high') }
  return [
    beginWithCost(label(first.location), first.saving, currency),
    ...listed.map(({ location, saving }) => addCost(label(location), saving, currency)),
    ...(remaining.length > 0 ? [addCost(`Saved on the other ${remaining.length}`, remainingSaving, currency)] : []),
  ]
}

function groupKey({ rule, saving, candidate: { location } }: Assessed): string {
  const { currency, provider, billing_account_id, sub_account_id, service, region } = location
  return JSON.stringify([
    rule.id,
    saving === null,
    currency,
    provider,
    billing_account_id,
    sub_account_id,
    service,
    region,
  ])
}

function totals(members: Assessed[]): Map<string, Decimal> {
  const amounts = new Map<string, Decimal>()
  for (const member of members) {
    const { currency } = member.candidate.location
    amounts.set(currency, add(amounts.get(currency) ?? '0', weight(member)))
  }
  return amounts
}

function push<Key>(map: Map<Key, Assessed[]>, key: Key, assessed: Assessed): void {
  const members = map.get(key)
  if (members) members.push(assessed)
  else map.set(key, [assessed])
}
