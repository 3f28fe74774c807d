/**
 * The group check: what serves the same purpose as a removed resource and was there before it. No grouping such resources
 * may grow by too little to be called replacements; together they take over all of it. So the group is compared with
 * its own weeks before the action: what it costs beyond them, beyond its trend, beyond what demand explains and beyond
 * what its weeks differ anyway, it took over.
 */
import type { SubstitutionMatch, UncertainGroup } from '@kept/domain/substitution.ts'
import { fromHour, type Hour } from '@kept/foundation/calendar/hour.ts'
import type { Nano } from '../exact.ts'
import { baselineCosts, mean, sumOf } from './baseline-level.ts'
import { type DemandFactor, explainedGrowth } from './demand-growth.ts'
import { toText } from './find-identity.ts'
import type { GroupResource } from './group-resource.ts'
import type { HourlyCosts } from './hourly-costs.ts'
import { joinShared } from './join-shared.ts'
import { sharedPurpose } from './purpose.ts'
import type { RemovedCapacity } from './removed-capacity.ts'
import { type AccountIndex, between, compareIds } from './resource-index.ts'
import { baselineHours, windowAround } from './windows.ts'

const week = 168
/** A member ran for two weeks before the action, so that its usual level is known. */
const minHistory = 2 * week
/** Days after the action that are compared with the weeks before; fewer than three say nothing yet. */
const leastAfter = 72
/** Of what was removed: less is no replacement. */
const smallestShare = 10n

export interface GroupCandidates {
  readonly removed: RemovedCapacity
  readonly account: AccountIndex
  /** With what each shares with the removed resource. */
  readonly members: ReadonlyMap<GroupResource, string>
  readonly factor: DemandFactor | undefined
}

interface GroupQuestion {
  readonly actedOn: ReadonlySet<string>
  /** Resources whose cost differs after an action. */
  changedAround(removed: RemovedCapacity): readonly GroupResource[]
  isUnrelated(action: string, resource: string): boolean
  factorOf(action: string): DemandFactor | undefined
}

export function groupCandidates(
  removed: RemovedCapacity,
  account: AccountIndex,
  { actedOn, changedAround, isUnrelated, factorOf }: GroupQuestion,
): GroupCandidates | undefined {
  const { hour, resource, action } = removed
  const window = windowAround('presumed', hour)
  // What ends in these days without any action of ours hands its work over as well.
  const endedResources = between(account.byEnd, 'end', window.from, window.to)
  const members = new Map<GroupResource, string>()
  for (const other of [...changedAround(removed), ...endedResources]) {
    const isOpen = other !== resource && !actedOn.has(other.resource) && !isUnrelated(action, other.resource)
    if (!isOpen || other.account !== resource.account || other.first > hour - minHistory) continue
    const shared = sharedPurpose(resource, other, (stem) => account.isStemOfOthers(stem, resource, other, hour))
    if (shared !== undefined) members.set(other, shared)
  }
  return members.size === 0 ? undefined : { removed, account, members, factor: factorOf(action) }
}

interface GroupGrowth {
  readonly matches: SubstitutionMatch[]
  readonly uncertain: UncertainGroup[]
}

/** `counted`: resources that another match counts already. */
export function groupGrowth(
  candidates: readonly GroupCandidates[],
  costsOf: (resource: GroupResource) => HourlyCosts,
  dataEnd: Hour,
  counted: ReadonlySet<string>,
): GroupGrowth {
  const open = candidates.flatMap((candidate) => {
    const members = new Map([...candidate.members].filter(([{ resource }]) => !counted.has(resource)))
    return members.size === 0 ? [] : [{ ...candidate, members }]
  })
  const groups = joinShared(open, ({ members }) => members.keys()).map((joined) =>
    compareGroup(joined, costsOf, dataEnd),
  )
  return {
    matches: groups.flatMap((group) => (group && 'match' in group ? [group] : [])),
    uncertain: groups.flatMap((group) => (group && !('match' in group) ? [group] : [])),
  }
}

function compareGroup(
  joined: readonly GroupCandidates[],
  costsOf: (resource: GroupResource) => HourlyCosts,
  dataEnd: Hour,
): SubstitutionMatch | UncertainGroup | undefined {
  const times = joined.map(({ removed }) => removed.hour)
  const firstHour = Math.min(...times)
  const after = { from: Math.max(...times) + 24, to: Math.min(dataEnd, Math.max(...times) + 24 + week) }
  const start = Math.max(firstHour - baselineHours, joined[0]?.account.start ?? firstHour)
  const weeks = Math.floor((firstHour - start) / week)
  if (weeks < 2 || after.to - after.from < leastAfter) return undefined
  const members = new Map(joined.flatMap((candidate) => [...candidate.members]))
  const costOf = sumOf([...members.keys()].map(costsOf))
  const levels = Array.from({ length: weeks }, (_, index) => {
    const to = firstHour - (weeks - 1 - index) * week
    return mean(costOf, to - week, to)
  })
  const before = meanOf(levels)
  const removed = joined.reduce((sum, candidate) => sum + candidate.removed.resource.hourlyCost, 0n)
  const factor = joined.map((candidate) => candidate.factor).find((value) => value !== undefined)
  const growth =
    mean(costOf, after.from, after.to) - before - trendOf(levels) - explainedGrowth(before + removed, factor)
  if (growth * smallestShare < removed) return undefined
  const actions = joined.map((candidate) => candidate.removed.action).toSorted()
  const uncertainty = largestMiss(levels)
  // Weeks that differ by half of what was removed cannot show where it went.
  if (uncertainty * 2n >= removed)
    return { actions, resources: members.size, growth: toText(growth), uncertainty: toText(uncertainty) }
  const limit = growth - uncertainty
  if (limit * smallestShare < removed) return undefined
  const baseline = baselineCosts(costOf, firstHour - weeks * week, firstHour)
  return {
    match: 'group',
    actions,
    replacements: [...members]
      .filter(([{ end }]) => end > firstHour)
      .toSorted(([a], [b]) => compareIds(a, b))
      .map(([{ resource }, shared]) => ({ resource, begins: fromHour(firstHour), hourly_cost: '0', shared })),
    baseline_hourly_costs: baseline.map(toText) as SubstitutionMatch['baseline_hourly_costs'],
    hourly_limit: toText(limit),
  }
}

/** From the middle of the weeks before to the week after, if they go on rising as they did. */
function trendOf(levels: readonly Nano[]): Nano {
  const half = levels.length >> 1
  const rise = meanOf(levels.slice(-half)) - meanOf(levels.slice(0, half))
  const apart = BigInt(levels.length - half)
  // Half weeks: the middle lies levels/2 weeks before the action, the middle of the week after half a week behind it.
  return rise > 0n ? (rise * BigInt(levels.length + 1)) / (2n * apart) : 0n
}

/** Each week expected from the others: with four of them the largest miss is the one-sided bound at 80 %. */
function largestMiss(levels: readonly Nano[]): Nano {
  return levels.reduce((largest, level, index) => {
    const miss = level - meanOf(levels.toSpliced(index, 1))
    const size = miss < 0n ? -miss : miss
    return size > largest ? size : largest
  }, 0n)
}

function meanOf(values: readonly Nano[]): Nano {
  return values.reduce((sum, value) => sum + value, 0n) / BigInt(Math.max(1, values.length))
}
