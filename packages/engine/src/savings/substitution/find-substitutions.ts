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
  const { resources, dataEnd, isUnrelated } = question
  const actions = question.actions.filter(removesCapacity).toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const byId = new Map(resources.map((resource) => [resource.resource, resource]))
  const removed = removedCapacity(actions, byId)
  const index = indexByAccount(resources)
  const identity = identityCandidates(removed, index)
  const identified = new Set(identity.flatMap(({ newcomers }) => [...newcomers.keys()]))
  const actedOn = new Set(actions.flatMap(({ resource_ids }) => resource_ids))
  const grownAround = (capacity: RemovedCapacity) => question.grownAround(capacity).flatMap((id) => byId.get(id) ?? [])
  const changedAround = (capacity: RemovedCapacity) =>
    question.changedAround(capacity).flatMap((id) => byId.get(id) ?? [])
  const factors = new Map(question.demand.map((growth) => [growth.action, demandFactor(growth)]))
  const factorOf = (action: string): DemandFactor | undefined => factors.get(action)
  const groups = removed.flatMap((capacity): GroupCandidates[] => {
    const account = index.get(capacity.resource.account)
    const candidates = account && groupCandidates(capacity, account, { actedOn, changedAround, isUnrelated, factorOf })
    return candidates ? [candidates] : []
  })
  const presumed = removed.flatMap((capacity): PresumedCandidates[] => {
    const account = index.get(capacity.resource.account)
    const candidates =
      account &&
      presumedCandidates(capacity, account, { actedOn, identified, grownAround, isUnrelated, factorOf, dataEnd })
    return candidates ? [candidates] : []
  })
  const times = removed.map(({ hour }) => hour)
  const reshaped = actions.filter(({ kind }) => kind === 'rightsize' || kind === 'schedule')
  return {
    resources: [
      ...new Set([
        ...identity.flatMap((candidates) => [
          ...[...candidates.existingMembers, ...candidates.newcomers.keys()],
          ...candidates.removed.map(({ resource }) => resource),
        ]),
        ...presumed.flatMap(({ newcomers, grown }) => [...newcomers.keys(), ...grown.keys()]),
        ...groups.flatMap(({ members }) => [...members.keys()]),
      ]),
    ]
      .map(({ resource }) => resource)
      .concat(reshaped.flatMap(({ resource_ids }) => resource_ids))
      .filter(distinct()),
    from: times.reduce((first, hour) => Math.min(first, hour), dataEnd) - baselineHours,
    to: Math.min(
      dataEnd,
      windowAround(
        'identity',
        times.reduce((last, hour) => Math.max(last, hour), 0),
      ).to + 48,
    ),
    find(lines) {
      const costs = new Map<string, HourlyCosts>()
      const read = exactReader()
      const costsOf = ({ resource }: GroupResource) => {
        const resourceCosts = costs.get(resource) ?? hourlyCosts(lines.get(resource) ?? [], read)
        costs.set(resource, resourceCosts)
        return resourceCosts
      }
      const single = [
        ...identity.flatMap((candidates) => identityMatch(candidates, costsOf, dataEnd, factorOf) ?? []),
        ...presumedMatches(presumed, costsOf, dataEnd),
      ]
      const counted = new Set(single.flatMap(({ replacements }) => replacements.map(({ resource }) => resource)))
      const { matches, uncertain } = groupGrowth(groups, costsOf, dataEnd, counted)
      return {
        matches: [...single, ...matches],
        ...(uncertain.length > 0 && { uncertain_groups: uncertain }),
        shapes: reshaped.flatMap((action) => {
          if (action.resource_ids.some((id) => isUnrelated(action.id, id))) return []
          const ownLines = action.resource_ids.flatMap((id) => lines.get(id) ?? [])
          const factor = factorOf(action.id)
          return findShapeChange(action, ownLines, factor) ?? findMovedWork(action, ownLines, dataEnd, factor) ?? []
        }),
      }
    },
  }
}

function distinct(): (id: string) => boolean {
  const seenIds = new Set<string>()
  return (id) => seenIds.size < seenIds.add(id).size
}
