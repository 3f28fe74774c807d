/**
 * Three hundred volumes of forty cents are one finding, not three hundred: what lies below the floor is gathered by
 * rule and place, and what is below it even together is left out and counted.
 */
import { add, compare, type Decimal, sum } from '@kept/domain/decimal.ts'
import type { Candidate, Place, Rule } from '../define-rule.ts'
import { addCost, beginWithCost, type Calculation, evaluateCalculation } from '../reading/calculation.ts'
import { count, money, nameOf } from '../reading/words.ts'
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

function floorOf({ candidate: { place } }: Assessed): Decimal {
  return floors[place.currency] ?? '1'
}

const examples = 5
/** More than so many small ones are more work than one of them. */
const manyMembers = 10

export interface Gathered {
  kept: Assessed[]
  /** Per rule, what was too small: how many, and their monthly savings together in each currency. */
  leftOut: { rule: Rule; number: number; amounts: Map<string, Decimal> }[]
}

export function gatherSmall(all: readonly Assessed[]): Gathered {
  const kept: Assessed[] = []
  const groups = new Map<string, Assessed[]>()
  const left = new Map<Rule, Assessed[]>()
  for (const one of all) {
    if (compare(weight(one), floorOf(one)) >= 0) kept.push(one)
    else if (one.countedIn) push(left, one.rule, one)
    else push(groups, groupKey(one), one)
  }
  for (const members of groups.values()) {
    const together = gathered(members)
    if (together && compare(weight(together), floorOf(together)) >= 0) kept.push(together)
    else for (const member of members) push(left, member.rule, member)
  }
  return {
    kept,
    leftOut: [...left].map(([rule, members]) => ({ rule, number: members.length, amounts: totals(members) })),
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
  const { currency } = candidate.place
  const cost = sum(members.map((member) => member.cost))
  const calculation = addedSavings(members, currency)
  const amount = count(members.length, rule.noun)
  const place = {
    ...candidate.place,
    resource_id: '',
    resource_name: amount,
    resource_type: candidate.place.resource_type,
  }
  const whole: Candidate = {
    ...candidate,
    place,
    part: 'small ones together',
    summary: `${amount} of this kind, each too small to list, together cost ${money(cost, currency)} a month.`,
    cost,
    // Each of them has to be changed.
    effort:
      members.length > manyMembers ? raiseLevel(candidate.effort ?? rule.effort) : (candidate.effort ?? rule.effort),
    confidence: Math.min(...members.map((member) => member.candidate.confidence)),
    evidence: [
      { label: 'How many', value: amount },
      ...byCost.slice(0, examples).map((member) => ({
        label: `Cost of ${nameOf(member.candidate.place)}`,
        value: money(member.cost, currency),
        unit: 'a month',
      })),
    ],
  }
  return {
    rule,
    candidate: whole,
    cost,
    calculation,
    saving: calculation && evaluateCalculation(calculation),
    fingerprint: fingerprintOf(rule, whole),
    countedIn: '',
  }
}

/** The largest savings by name, the others as one amount. */
function addedSavings(members: readonly Assessed[], currency: string): Calculation | null {
  const largest = members
    .flatMap(({ candidate, saving, fingerprint }) => (saving ? [{ place: candidate.place, saving, fingerprint }] : []))
    .sort((a, b) => compare(b.saving.mid, a.saving.mid) || (a.fingerprint < b.fingerprint ? -1 : 1))
  const [first, ...named] = largest.slice(0, examples)
  if (!first) return null
  const others = largest.slice(examples)
  const label = (place: Place) => `Saved on ${nameOf(place)}`
  const total = (column: keyof Saving) => sum(others.map(({ saving }) => saving[column]))
  const rest = { low: total('low'), mid: total('mid'), high: total('high') }
  return [
    beginWithCost(label(first.place), first.saving, currency),
    ...named.map(({ place, saving }) => addCost(label(place), saving, currency)),
    ...(others.length > 0 ? [addCost(`Saved on the other ${others.length}`, rest, currency)] : []),
  ]
}

function groupKey({ rule, saving, candidate: { place } }: Assessed): string {
  const { currency, provider, billing_account_id, sub_account_id, service, region } = place
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
    const { currency } = member.candidate.place
    amounts.set(currency, add(amounts.get(currency) ?? '0', weight(member)))
  }
  return amounts
}

function push<Key>(map: Map<Key, Assessed[]>, key: Key, one: Assessed): void {
  const found = map.get(key)
  if (found) found.push(one)
  else map.set(key, [one])
}
