/**
 * One resource's money is saved once. On each resource the largest saving counts; another one counts beside it only
 * when it draws on a different part and both together stay below what the resource costs. The rest is kept and says
 * whose finding holds its saving.
 */
import { add, compare, type Decimal } from '@kept/domain/decimal.ts'
import type { Place } from '../define-rule.ts'
import type { Assessed } from './assessed.ts'

/** The monthly cost of a resource as the bill has it; undefined when the bill has no such resource. */
export type ResourceCosts = (place: Place) => Decimal | undefined

/** Fingerprints of recommendations that people have decided upon. */
export interface Decisions {
  /** Its money is not going to be saved this way: it does not stand in for the others on its resource. */
  dismissed: ReadonlySet<string>
  /** It was chosen among the alternatives on its resource: it stands before larger ones. */
  accepted: ReadonlySet<string>
}

export const noDecisions: Decisions = { dismissed: new Set(), accepted: new Set() }

export function settleOverlaps(
  all: readonly Assessed[],
  costOf: ResourceCosts,
  { dismissed, accepted }: Decisions = noDecisions,
): Assessed[] {
  const counted = new Map<string, Assessed[]>()
  const countedIn = new Map<Assessed, string>()
  const acceptedFirst = (a: Assessed, b: Assessed) =>
    Number(accepted.has(b.fingerprint)) - Number(accepted.has(a.fingerprint)) || largestFirst(a, b)
  for (const one of [...all].sort(acceptedFirst)) {
    if (!one.saving || one.candidate.pool || dismissed.has(one.fingerprint)) continue
    const key = resourceKey(one.candidate.place)
    const others = counted.get(key) ?? []
    const rival = others.find((other) => samePart(one, other)) ?? overspent(one, others, costOf(one.candidate.place))
    if (rival) countedIn.set(one, rival.rule.id)
    else counted.set(key, others.concat(one))
  }
  return all.map((one) => ({ ...one, countedIn: countedIn.get(one) ?? '' }))
}

/** What one resource is to the rules: the bill's resource, or a whole service in a place when lines name none. */
export function resourceKey(place: Place): string {
  const { currency, provider, resource_id } = place
  if (resource_id) return `${currency}\0${provider}\0${resource_id}`
  return JSON.stringify([
    currency,
    provider,
    place.billing_account_id,
    place.sub_account_id,
    place.service,
    place.region,
  ])
}

export function largestFirst(a: Assessed, b: Assessed): number {
  return (
    compare(b.saving?.mid ?? '-1', a.saving?.mid ?? '-1') ||
    compare(b.cost, a.cost) ||
    (a.fingerprint < b.fingerprint ? -1 : a.fingerprint > b.fingerprint ? 1 : 0)
  )
}

function samePart(one: Assessed, other: Assessed): boolean {
  const [part, otherPart] = [one.candidate.part ?? '', other.candidate.part ?? '']
  return part === '' || otherPart === '' || part === otherPart
}

function overspent(one: Assessed, others: Assessed[], cost: Decimal | undefined): Assessed | undefined {
  if (cost === undefined) return undefined
  const together = others.reduce((total, other) => add(total, other.saving?.high ?? '0'), one.saving?.high ?? '0')
  return compare(together, cost) > 0 ? others[0] : undefined
}
