/**
 * One resource's money is saved once. On each resource the largest saving counts; another one counts beside it only
 * when it draws on a different part and both together stay below what the resource costs. The rest is kept and says
 * whose recommendation holds its saving.
 */
import { add, compare, type Decimal } from '@kept/foundation/decimal.ts'
import type { ChargeLocation } from '../define-rule.ts'
import type { Assessed } from './assessed.ts'

/** The monthly cost of a resource as the bill has it; undefined when the bill has no such resource. */
export type ResourceCosts = (location: ChargeLocation) => Decimal | undefined

/** Fingerprints of recommendations that a person has accepted or dismissed. */
export interface Decisions {
  /** Its money is not going to be saved this way: it does not stand in for the others on its resource. */
  dismissed: ReadonlySet<string>
  /** It was chosen among the alternatives on its resource: it stands before larger ones. */
  accepted: ReadonlySet<string>
}

export const noDecisions: Decisions = { dismissed: new Set(), accepted: new Set() }

export function resolveOverlaps(
  all: readonly Assessed[],
  costOf: ResourceCosts,
  { dismissed, accepted }: Decisions = noDecisions,
): Assessed[] {
  const counted = new Map<string, Assessed[]>()
  const countedIn = new Map<Assessed, string>()
  const acceptedFirst = (a: Assessed, b: Assessed) =>
    Number(accepted.has(b.fingerprint)) - Number(accepted.has(a.fingerprint)) || largestFirst(a, b)
  for (const assessed of [...all].sort(acceptedFirst)) {
    if (!assessed.saving || assessed.candidate.pool || dismissed.has(assessed.fingerprint)) continue
    const keys = keysOf(assessed)
    const competing = [...new Set(keys.flatMap((key) => counted.get(key) ?? []))]
    const rival =
      competing.find((other) => samePart(assessed, other)) ??
      overspent(assessed, competing, costOf(assessed.candidate.location))
    if (rival) countedIn.set(assessed, rival.rule.id)
    else for (const key of keys) counted.set(key, [...(counted.get(key) ?? []), assessed])
  }
  return all.map((assessed) => ({ ...assessed, countedIn: countedIn.get(assessed) ?? '' }))
}

/** What one resource is to the rules: the bill's resource, or a whole service in a place when lines name none. */
export function resourceKey(location: ChargeLocation): string {
  const { currency, provider, resource_id } = location
  if (resource_id) return `${currency}\0${provider}\0${resource_id}`
  return JSON.stringify([
    currency,
    provider,
    location.billing_account_id,
    location.sub_account_id,
    location.service,
    location.region,
  ])
}

/** Its own, and those of the resources that it consists of. */
function keysOf({ candidate: { location, members = new Set() } }: Assessed): string[] {
  return [location, ...[...members].map((resource_id) => ({ ...location, resource_id }))].map(resourceKey)
}

export function largestFirst(a: Assessed, b: Assessed): number {
  return (
    compare(b.saving?.mid ?? '-1', a.saving?.mid ?? '-1') ||
    compare(b.cost, a.cost) ||
    (a.fingerprint < b.fingerprint ? -1 : a.fingerprint > b.fingerprint ? 1 : 0)
  )
}

function samePart(assessed: Assessed, other: Assessed): boolean {
  const [part, otherPart] = [assessed.candidate.part ?? '', other.candidate.part ?? '']
  return part === '' || otherPart === '' || part === otherPart
}

function overspent(assessed: Assessed, competing: Assessed[], cost: Decimal | undefined): Assessed | undefined {
  if (cost === undefined) return undefined
  const totalSaving = competing.reduce(
    (total, other) => add(total, other.saving?.high ?? '0'),
    assessed.saving?.high ?? '0',
  )
  return compare(totalSaving, cost) > 0 ? competing[0] : undefined
}
