/**
 * Identity matches: what goes by the same name, scaling group, code address or host as the removed resource and begins
 * around its end. Where others shared that identity before, as in a scaling group, only what the group costs beyond its
 * usual level replaces anything: groups start and stop machines all the time.
 */
import type { SubstitutionMatch } from '@kept/domain/substitution.ts'
import { fromHour, type Hour } from '@kept/foundation/calendar/hour.ts'
import { exactText, nanoPlaces } from '../exact.ts'
import { baselineCosts, mean, median, sumOf, sustainedLevel } from './baseline-level.ts'
import { type DemandFactor, explainedGrowth } from './demand-growth.ts'
import type { GroupResource } from './group-resource.ts'
import type { HourlyCosts } from './hourly-costs.ts'
import type { Identity } from './identity.ts'
import type { RemovedCapacity } from './removed-capacity.ts'
import { type AccountIndex, between, compareIds } from './resource-index.ts'
import { baselineHours, beginsWithin, isKnownAsNew, windowAround } from './windows.ts'

interface IdentityCandidates {
  readonly removed: readonly RemovedCapacity[]
  /** That shared the identity before. */
  readonly existingMembers: readonly GroupResource[]
  readonly newcomers: ReadonlyMap<GroupResource, Identity>
  readonly account: AccountIndex
}

/** Actions on resources that share an identity, within one window of each other, are looked at together. */
export function identityCandidates(
  removed: readonly RemovedCapacity[],
  index: ReadonlyMap<string, AccountIndex>,
): IdentityCandidates[] {
  const actedOn = new Set(removed.map(({ resource }) => resource.resource))
  const clusters: { removed: RemovedCapacity[]; account: AccountIndex }[] = []
  for (const capacity of removed.toSorted((a, b) => a.hour - b.hour || (a.action < b.action ? -1 : 1))) {
    const account = index.get(capacity.resource.account)
    if (!account) continue
    const sharing = account.sharing(capacity.resource)
    const cluster = clusters.find(
      (other) =>
        other.account === account &&
        capacity.hour - (other.removed[0]?.hour ?? 0) <= windowAround('identity', 0).to &&
        other.removed.some(({ resource }) => resource === capacity.resource || sharing.has(resource)),
    )
    if (cluster) cluster.removed.push(capacity)
    else clusters.push({ removed: [capacity], account })
  }
  return clusters.flatMap(({ removed: clusterRemoved, account }): IdentityCandidates[] => {
    const sharing = new Map(clusterRemoved.flatMap(({ resource }) => [...account.sharing(resource)]))
    const newcomers = new Map(
      [...sharing].filter(
        ([resource]) =>
          isKnownAsNew(resource, account.start) &&
          clusterRemoved.some(
            (capacity) => capacity.resource !== resource && beginsWithin(resource, 'identity', capacity.hour),
          ),
      ),
    )
    if (newcomers.size === 0) return []
    const firstHour = Math.min(...clusterRemoved.map(({ hour }) => hour))
    const existingMembers = [...sharing.keys()].filter(
      (candidate) =>
        !newcomers.has(candidate) &&
        !actedOn.has(candidate.resource) &&
        candidate.first < firstHour &&
        candidate.end > firstHour - baselineHours,
    )
    return [{ removed: clusterRemoved, existingMembers, newcomers, account }]
  })
}

/** A tenth of what was removed is the least that is called a replacement within a group. */
const smallestShare = 10n

export function identityMatch(
  { removed, existingMembers, newcomers, account }: IdentityCandidates,
  costsOf: (resource: GroupResource) => HourlyCosts,
  dataEnd: Hour,
  factorOf: (action: string) => DemandFactor | undefined = () => undefined,
): SubstitutionMatch | undefined {
  const actions = removed.map(({ action }) => action).toSorted()
  const factor = actions.map(factorOf).find((value) => value !== undefined)
  const before = [...removed.map(({ resource }) => resource), ...existingMembers]
  const explained = explainedGrowth(
    before.reduce((sum, { hourlyCost }) => sum + hourlyCost, 0n),
    factor,
  )
  if (existingMembers.length === 0) {
    const followed = followersOf(newcomers, account, dataEnd)
    const beyond = [...newcomers.keys()].reduce((sum, { hourlyCost }) => sum + hourlyCost, 0n) - explained
    if (explained > 0n && beyond <= 0n) return undefined
    return {
      match: 'identity',
      actions,
      replacements: replacementsOf(followed, costsOf),
      baseline_hourly_costs: ['0'],
      hourly_limit: explained === 0n ? null : toText(beyond),
    }
  }
  const firstHour = Math.min(...removed.map(({ hour }) => hour))
  const end = Math.min(dataEnd, windowAround('identity', Math.max(...removed.map(({ hour }) => hour))).to + 24)
  const costOf = sumOf([...existingMembers, ...newcomers.keys()].map(costsOf))
  const from = Math.max(firstHour - baselineHours, account.start)
  const baseline = baselineCosts(costOf, from, firstHour - 24)
  const limit = sustainedLevel(costOf, baseline, firstHour, end) - explained
  const noise = sustainedLevel(costOf, baseline, from, firstHour - 24)
  const level = sumOf(removed.map(({ resource }) => costsOf(resource)))
  const removedLevel = mean(level, Math.max(from, firstHour - 168), firstHour)
  if (limit <= noise || limit * smallestShare < removedLevel) return undefined
  const members = new Map<GroupResource, Identity>()
  for (const { resource } of removed)
    for (const [member, identity] of account.sharing(resource)) members.set(member, identity)
  const actedOn = new Set(removed.map(({ resource }) => resource))
  const counted = [...members].filter(([resource]) => !actedOn.has(resource) && resource.end > firstHour)
  return {
    match: 'identity',
    actions,
    replacements: replacementsOf(
      counted.map(([resource, { label }]) => ({ resource, label, begins: firstHour })),
      costsOf,
    ),
    baseline_hourly_costs: baseline.map(toText) as SubstitutionMatch['baseline_hourly_costs'],
    hourly_limit: toText(limit),
  }
}

interface Counted {
  resource: GroupResource
  label: string
  begins?: Hour
}

/** Cost per hour in the first day. */
export function firstCost({ first }: GroupResource, costs: HourlyCosts): string {
  const day = Array.from({ length: 24 }, (_, index) => costs.get(first + index) ?? 0n)
  return toText(median(day.filter((cost) => cost > 0n)))
}

/** What follows a replacement under the same identity replaces it in turn. */
function followersOf(newcomers: ReadonlyMap<GroupResource, Identity>, account: AccountIndex, dataEnd: Hour): Counted[] {
  const followers = new Map([...newcomers].map(([resource, { label }]) => [resource, label]))
  for (const [resource] of followers) {
    if (resource.end >= dataEnd) continue
    const sharing = account.sharing(resource)
    const window = windowAround('identity', resource.end)
    for (const next of between(account.byFirst, 'first', window.from, window.to)) {
      const shared = sharing.get(next)
      if (shared && !followers.has(next)) followers.set(next, shared.label)
    }
  }
  return [...followers].map(([resource, label]) => ({ resource, label }))
}

function replacementsOf(
  counted: readonly Counted[],
  costsOf: (resource: GroupResource) => HourlyCosts,
): SubstitutionMatch['replacements'] {
  return counted
    .toSorted((a, b) => compareIds(a.resource, b.resource))
    .map(({ resource, label, begins = resource.first }) => ({
      resource: resource.resource,
      begins: fromHour(begins),
      hourly_cost: begins < resource.first ? '0' : firstCost(resource, costsOf(resource)),
      shared: label,
    }))
}

export function toText(amount: bigint): string {
  return exactText({ units: amount, scale: nanoPlaces })
}
