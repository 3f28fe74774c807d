/**
 * Presumed matches: what has the purpose of the removed resource and begins, or grows by half or more, within days of
 * its end, beyond what the group gains and loses anyway. The bill cannot prove it, so a person may declare it unrelated.
 */
import type { SubstitutionMatch } from '@kept/domain/substitution.ts'
import { fromHour, type Hour } from '@kept/foundation/calendar/hour.ts'
import type { Nano } from '../exact.ts'
import { baselineAt, baselineCosts, mean, sumOf } from './baseline-level.ts'
import { type DemandFactor, explainedGrowth } from './demand-growth.ts'
import { firstCost, toText } from './find-identity.ts'
import type { GroupResource } from './group-resource.ts'
import type { HourlyCosts } from './hourly-costs.ts'
import { identitiesOf } from './identity.ts'
import { joinShared } from './join-shared.ts'
import { sharedPurpose } from './purpose.ts'
import type { RemovedCapacity } from './removed-capacity.ts'
import { type AccountIndex, between, compareIds } from './resource-index.ts'
import { baselineHours, beginsWithin, isKnownAsNew, windowAround } from './windows.ts'

/** What runs for less than two days comes and goes, and takes nothing over. */
const sustainedHours = 48

/** Of what was removed: less beyond a group's usual gain is no replacement. */
const smallestShare = 5n

export interface PresumedCandidates {
  readonly removed: RemovedCapacity
  readonly account: AccountIndex
  /** With what each shares with the removed resource. */
  readonly newcomers: ReadonlyMap<GroupResource, string>
  /** That were there before and may have grown. */
  readonly grown: ReadonlyMap<GroupResource, string>
  /** That ended in the same days without any action of ours. */
  readonly departed: readonly GroupResource[]
  /** What the group gained in as many days before, in nano-units per hour. */
  readonly baselineGain: Nano
  /** Where demand was measured and grew: by how much, and whose cost it explains beside the removed resource's. */
  readonly factor: DemandFactor | undefined
  readonly members: readonly GroupResource[]
}

interface PresumedQuestion {
  /** Resources that an action was done to. */
  readonly actedOn: ReadonlySet<string>
  /** Newcomers of identity matches: what they replaced is known. */
  readonly identified: ReadonlySet<GroupResource>
  /** Resources that may have grown around an hour. */
  grownAround(removed: RemovedCapacity): readonly GroupResource[]
  /** Declared as unrelated to the action. */
  isUnrelated(action: string, resource: string): boolean
  factorOf(action: string): DemandFactor | undefined
  readonly dataEnd: Hour
}

export function presumedCandidates(
  removed: RemovedCapacity,
  account: AccountIndex,
  question: PresumedQuestion,
): PresumedCandidates | undefined {
  const { actedOn, identified, dataEnd } = question
  const { hour, resource } = removed
  const purposeOf = (other: GroupResource) =>
    sharedPurpose(resource, other, (stem) =>
      account.isStemOfOthers(stem, resource, other, hour - windowAround('presumed', 0).to),
    )
  const isSustained = ({ first, end }: GroupResource) => end - first >= sustainedHours || end >= dataEnd
  const sharing = (resources: readonly GroupResource[]) =>
    new Map(
      resources.flatMap((other) => {
        const isOpen =
          other.resource !== resource.resource &&
          !identified.has(other) &&
          !question.isUnrelated(removed.action, other.resource)
        const purpose = isOpen ? purposeOf(other) : undefined
        return purpose === undefined ? [] : [[other, purpose] as const]
      }),
    )
  const window = windowAround('presumed', hour, 24)
  const newcomers = sharing(
    between(account.byFirst, 'first', window.from, window.to).filter(
      (other) => beginsWithin(other, 'presumed', hour) && isKnownAsNew(other, account.start) && isSustained(other),
    ),
  )
  const grown = sharing(
    question
      .grownAround(removed)
      .filter((other) => !actedOn.has(other.resource) && other.first < hour - sustainedHours),
  )
  if (newcomers.size === 0 && grown.size === 0) return undefined
  const lasted = ({ first, end }: GroupResource) => end - first >= sustainedHours
  const endedIn = (from: Hour, to: Hour) =>
    [...sharing(between(account.byEnd, 'end', from, to)).keys()].filter(
      (other) => !actedOn.has(other.resource) && lasted(other) && other.end < dataEnd - 24,
    )
  const before = { from: Math.max(hour - baselineHours, account.start + 24), to: window.from - 1 }
  const arrived = [...sharing(between(account.byFirst, 'first', before.from, before.to)).keys()].filter(lasted)
  const endedBefore = endedIn(before.from, before.to)
  const gained = positive(total(arrived) - total(endedBefore))
  // Where a group renews itself all the time, what ends within days of its beginning makes room for the next one.
  const isRenewed = arrived.length > 0 && endedBefore.length > 0
  const departed = endedIn(window.from, window.to).filter((other) => isRenewed || !newcomers.has(other))
  const length = BigInt(Math.max(1, before.to - before.from))
  const baselineGain = (gained * BigInt(window.to - window.from)) / length
  const factor = question.factorOf(removed.action)
  const members = factor
    ? [...sharing(account.byFirst.filter(({ first, end }) => first < window.from && end >= hour)).keys()]
    : []
  return {
    removed,
    account,
    newcomers,
    grown,
    departed,
    baselineGain,
    ...{ factor, members },
  }
}

/** Actions that may have been replaced by the same resources are one match. */
export function presumedMatches(
  candidates: readonly PresumedCandidates[],
  costsOf: (resource: GroupResource) => HourlyCosts,
  dataEnd: Hour,
): SubstitutionMatch[] {
  const joinedBy = ({ newcomers, grown }: PresumedCandidates) => [...newcomers.keys(), ...grown.keys()]
  return joinShared(candidates, joinedBy).flatMap((joined) => presumedMatch(joined, costsOf, dataEnd) ?? [])
}

function presumedMatch(
  joined: readonly PresumedCandidates[],
  costsOf: (resource: GroupResource) => HourlyCosts,
  dataEnd: Hour,
): SubstitutionMatch | undefined {
  const [first] = joined
  if (!first) return undefined
  const from = Math.min(...joined.map(({ removed }) => removed.hour))
  const to = Math.min(dataEnd, windowAround('presumed', Math.max(...joined.map(({ removed }) => removed.hour))).to + 48)
  const newcomers = new Map(joined.flatMap((candidate) => [...candidate.newcomers]))
  const start = Math.max(from - baselineHours, first.account.start)
  const grown = [...new Map(joined.flatMap((candidate) => [...candidate.grown]))].flatMap(([resource, purpose]) => {
    const costOf = sumOf([costsOf(resource)])
    const baseline = baselineCosts(costOf, start, from - 24)
    const before = mean(costOf, start, from - 24)
    const after = mean(costOf, Math.max(from, to - 72), to)
    const isGrown = after * 2n >= before * 3n && after > highestDay(costOf, start, from - 24)
    return isGrown ? [{ resource, purpose, baseline, increase: after - before }] : []
  })
  const departed = new Set(joined.flatMap((candidate) => candidate.departed))
  const baselineGain = joined.reduce(
    (largest, candidate) => (candidate.baselineGain > largest ? candidate.baselineGain : largest),
    0n,
  )
  const gained = [...newcomers.keys()].reduce(
    (sum, resource) => sum + levelOf(resource, costsOf(resource), dataEnd),
    0n,
  )
  const explained = explainedBy(joined, costsOf, from)
  const beyond =
    gained + grown.reduce((sum, { increase }) => sum + increase, 0n) - total([...departed]) - baselineGain - explained
  if (newcomers.size + grown.length === 0 || beyond <= 0n) return undefined
  // A group that gains as much as it always does has replaced nothing, give or take.
  const removed = total(joined.map((candidate) => candidate.removed.resource))
  if (baselineGain > 0n && beyond * smallestShare < removed) return undefined
  const isComplete = departed.size === 0 && baselineGain === 0n && explained === 0n && grown.length === 0
  const groupBaseline = Array.from({ length: 168 }, (_, slot) =>
    grown.reduce((sum, entry) => sum + baselineAt(entry.baseline, slot + 96), 0n),
  )
  const followed = followersOf(newcomers, first, dataEnd)
  const replacements = [
    ...[...followed].map(([resource, shared]) => ({ resource, shared, begins: resource.first })),
    ...grown.map(({ resource, purpose }) => ({ resource, shared: purpose, begins: from })),
  ].toSorted((a, b) => compareIds(a.resource, b.resource))
  return {
    match: 'presumed',
    actions: joined.map(({ removed }) => removed.action).toSorted(),
    replacements: replacements.map(({ resource, shared, begins }) => ({
      resource: resource.resource,
      begins: fromHour(begins),
      hourly_cost: newcomers.has(resource) ? firstCost(resource, costsOf(resource)) : '0',
      shared,
    })),
    baseline_hourly_costs: (groupBaseline.every((value) => value === groupBaseline[0])
      ? groupBaseline.slice(0, 1)
      : groupBaseline
    ).map(toText) as SubstitutionMatch['baseline_hourly_costs'],
    hourly_limit: isComplete ? null : toText(beyond),
  }
}

/** What demand adds to the cost of the group as it was: of the removed ones in the week before, of the others in all. */
function explainedBy(
  joined: readonly PresumedCandidates[],
  costsOf: (resource: GroupResource) => HourlyCosts,
  from: Hour,
): Nano {
  const factor = joined.map((candidate) => candidate.factor).find((value) => value !== undefined)
  if (!factor) return 0n
  const removed = [...new Set(joined.map((candidate) => candidate.removed.resource))]
  const levels = removed.map((resource) => mean(sumOf([costsOf(resource)]), from - 168, from) || resource.hourlyCost)
  const members = new Set(joined.flatMap((candidate) => candidate.members))
  for (const resource of removed) members.delete(resource)
  return explainedGrowth(levels.reduce((sum, level) => sum + level, 0n) + total([...members]), factor)
}

/** What replaces a replacement when that ends: under the same identity, or for the same purpose in the same days. */
function followersOf(
  newcomers: ReadonlyMap<GroupResource, string>,
  { account, removed }: PresumedCandidates,
  dataEnd: Hour,
): Map<GroupResource, string> {
  const followers = new Map(newcomers)
  for (const [resource] of followers) {
    if (resource.end >= dataEnd || resource === removed.resource) continue
    const keys = new Set(identitiesOf(resource).map(({ key }) => key))
    const window = windowAround('identity', resource.end)
    for (const next of between(account.byFirst, 'first', window.from, window.to)) {
      if (followers.has(next) || next === removed.resource) continue
      const isSame = identitiesOf(next).some(({ key }) => keys.has(key))
      const purpose = beginsWithin(next, 'presumed', resource.end)
        ? sharedPurpose(resource, next, (stem) => account.isStemOfOthers(stem, resource, next, resource.end - 168))
        : undefined
      const shared = isSame ? followers.get(resource) : purpose
      if (shared !== undefined) followers.set(next, shared)
    }
  }
  return followers
}

/** Cost per hour of a newcomer in its first week. */
function levelOf({ first, end }: GroupResource, costs: HourlyCosts, dataEnd: Hour): Nano {
  return mean(sumOf([costs]), first, Math.min(first + 168, end, dataEnd))
}

function highestDay(costOf: (hour: Hour) => Nano, from: Hour, to: Hour): Nano {
  let highest = 0n
  for (let day = from; day + 24 <= to; day += 24) {
    const level = mean(costOf, day, day + 24)
    if (level > highest) highest = level
  }
  return highest
}

function total(resources: readonly GroupResource[]): Nano {
  return resources.reduce((sum, { hourlyCost }) => sum + hourlyCost, 0n)
}

function positive(amount: Nano): Nano {
  return amount > 0n ? amount : 0n
}
