/**
 * What replaced what our actions removed, from the customer's own bill. First the resources whose hours decide are
 * chosen by their attributes; then their hours are read; then the matches are made. The same bill gives the same matches.
 */
import type { ResourceAction } from '@kept/domain/action.ts'
import type { SavingsLine } from '@kept/domain/saving.ts'
import type { DemandGrowth, Substitution } from '@kept/domain/substitution.ts'
import type { Hour } from '@kept/foundation/calendar/hour.ts'
import { exactReader } from '../exact.ts'
import { type DemandFactor, demandFactor } from './demand-growth.ts'
import { type GroupCandidates, groupCandidates, groupGrowth } from './find-group-growth.ts'
import { identityCandidates, identityMatch } from './find-identity.ts'
import { findMovedWork } from './find-moved-work.ts'
import { type PresumedCandidates, presumedCandidates, presumedMatches } from './find-presumed.ts'
import { findShapeChange } from './find-shape.ts'
import type { GroupResource } from './group-resource.ts'
import { type HourlyCosts, hourlyCosts } from './hourly-costs.ts'
import { type RemovedCapacity, removedCapacity, removesCapacity } from './removed-capacity.ts'
import { indexByAccount } from './resource-index.ts'
import { baselineHours, windowAround } from './windows.ts'

interface SubstitutionQuestion {
  readonly actions: readonly ResourceAction[]
  /** Every resource of the accounts in which the actions were taken. */
  readonly resources: readonly GroupResource[]
  /** Resources whose cost may have grown by half or more around an action. */
  grownAround(removed: RemovedCapacity): readonly string[]
  /** Resources whose cost per day differs after an action. */
  changedAround(removed: RemovedCapacity): readonly string[]
  /** Of actions whose demand was measured. */
  readonly demand: readonly DemandGrowth[]
  /** Declared by a person as unrelated to an action. */
  isUnrelated(action: string, resource: string): boolean
  /** First hour after the bill's last. */
  readonly dataEnd: Hour
}

interface SubstitutionSearch {
  /** Whose lines are asked for, and from when to when. */
  readonly resources: readonly string[]
  readonly from: Hour
  readonly to: Hour
  find(lines: ReadonlyMap<string, readonly SavingsLine[]>): Substitution
}

export function searchSubstitutions(question: SubstitutionQuestion): SubstitutionSearch {
  const { dataEnd } = question
  const actions = question.actions.filter(removesCapacity).toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const byId = new Map(question.resources.map((resource) => [resource.resource, resource]))
  const removed = removedCapacity(actions, byId)
  const factors = new Map(question.demand.map((growth) => [growth.action, demandFactor(growth)]))
  const factorOf: FactorOf = (action) => factors.get(action)
  const candidates = candidatesFor(question, { actions, removed, byId, factorOf })
  const reshaped = actions.filter(({ kind }) => kind === 'rightsize' || kind === 'schedule')
  const times = removed.map(({ hour }) => hour)
  const last = times.reduce((latest, hour) => Math.max(latest, hour), 0)
  return {
    resources: resourcesOf(candidates)
      .concat(reshaped.flatMap(({ resource_ids }) => resource_ids))
      .filter(distinct()),
    from: times.reduce((first, hour) => Math.min(first, hour), dataEnd) - baselineHours,
    to: Math.min(dataEnd, windowAround('identity', last).to + 48),
    find(lines) {
      const { matches, uncertain } = matchAll(candidates, lines, { dataEnd, factorOf })
      return {
        matches,
        ...(uncertain.length > 0 && { uncertain_groups: uncertain }),
        shapes: reshaped.flatMap((action) => shapesOf(action, lines, question, factorOf(action.id))),
      }
    },
  }
}

type FactorOf = (action: string) => DemandFactor | undefined

/** What may have replaced something, by attributes alone. */
interface Candidates {
  readonly identity: ReturnType<typeof identityCandidates>
  readonly presumed: readonly PresumedCandidates[]
  readonly groups: readonly GroupCandidates[]
}

interface Removal {
  readonly actions: readonly ResourceAction[]
  readonly removed: ReturnType<typeof removedCapacity>
  readonly byId: ReadonlyMap<string, GroupResource>
  readonly factorOf: FactorOf
}

function candidatesFor(question: SubstitutionQuestion, { actions, removed, byId, factorOf }: Removal): Candidates {
  const { dataEnd, isUnrelated } = question
  const index = indexByAccount(question.resources)
  const identity = identityCandidates(removed, index)
  const identified = new Set(identity.flatMap(({ newcomers }) => [...newcomers.keys()]))
  const actedOn = new Set(actions.flatMap(({ resource_ids }) => resource_ids))
  const grownAround = (capacity: RemovedCapacity) => question.grownAround(capacity).flatMap((id) => byId.get(id) ?? [])
  const changedAround = (capacity: RemovedCapacity) =>
    question.changedAround(capacity).flatMap((id) => byId.get(id) ?? [])
  const forPresumed = { actedOn, identified, grownAround, isUnrelated, factorOf, dataEnd }
  const forGroups = { actedOn, changedAround, isUnrelated, factorOf }
  const inAccounts = removed.flatMap((capacity) => {
    const account = index.get(capacity.resource.account)
    return account ? [{ capacity, account }] : []
  })
  return {
    identity,
    groups: inAccounts.flatMap(({ capacity, account }) => groupCandidates(capacity, account, forGroups) ?? []),
    presumed: inAccounts.flatMap(({ capacity, account }) => presumedCandidates(capacity, account, forPresumed) ?? []),
  }
}

function resourcesOf({ identity, presumed, groups }: Candidates): string[] {
  const resources = new Set([
    ...identity.flatMap(({ existingMembers, newcomers, removed }) => [
      ...[...existingMembers, ...newcomers.keys()],
      ...removed.map(({ resource }) => resource),
    ]),
    ...presumed.flatMap(({ newcomers, grown }) => [...newcomers.keys(), ...grown.keys()]),
    ...groups.flatMap(({ members }) => [...members.keys()]),
  ])
  return [...resources].map(({ resource }) => resource)
}

/** Single resources first: what is counted there is not counted again in its group. */
function matchAll(
  { identity, presumed, groups }: Candidates,
  lines: ReadonlyMap<string, readonly SavingsLine[]>,
  { dataEnd, factorOf }: { dataEnd: Hour; factorOf: FactorOf },
) {
  const costsOf = costReader(lines)
  const single = [
    ...identity.flatMap((candidates) => identityMatch(candidates, costsOf, dataEnd, factorOf) ?? []),
    ...presumedMatches(presumed, costsOf, dataEnd),
  ]
  const counted = new Set(single.flatMap(({ replacements }) => replacements.map(({ resource }) => resource)))
  const { matches, uncertain } = groupGrowth(groups, costsOf, dataEnd, counted)
  return { matches: [...single, ...matches], uncertain }
}

/** Reads the hourly costs of a resource once. */
function costReader(lines: ReadonlyMap<string, readonly SavingsLine[]>): (resource: GroupResource) => HourlyCosts {
  const costs = new Map<string, HourlyCosts>()
  const read = exactReader()
  return ({ resource }) => {
    const resourceCosts = costs.get(resource) ?? hourlyCosts(lines.get(resource) ?? [], read)
    costs.set(resource, resourceCosts)
    return resourceCosts
  }
}

function shapesOf(
  action: ResourceAction,
  lines: ReadonlyMap<string, readonly SavingsLine[]>,
  { dataEnd, isUnrelated }: SubstitutionQuestion,
  factor: DemandFactor | undefined,
) {
  if (action.resource_ids.some((id) => isUnrelated(action.id, id))) return []
  const ownLines = action.resource_ids.flatMap((id) => lines.get(id) ?? [])
  return findShapeChange(action, ownLines, factor) ?? findMovedWork(action, ownLines, dataEnd, factor) ?? []
}

function distinct(): (id: string) => boolean {
  const seenIds = new Set<string>()
  return (id) => seenIds.size < seenIds.add(id).size
}
