/** The resources of a bill by account: by what they share, by when they began, by when they ended. */
import type { Hour } from '@kept/foundation/calendar/hour.ts'
import type { GroupResource } from './group-resource.ts'
import { type Identity, identitiesOf } from './identity.ts'
import { nameOf, stemOf } from './resource-name.ts'

export interface AccountIndex {
  readonly start: Hour
  /** By their first hour. */
  readonly byFirst: readonly GroupResource[]
  readonly byEnd: readonly GroupResource[]
  sharing(resource: GroupResource): Map<GroupResource, Identity>
  /** Whether resources other than these two went by the stem before the hour. */
  isStemOfOthers(stem: string, removed: GroupResource, newcomer: GroupResource, before: Hour): boolean
}

export function indexByAccount(resources: readonly GroupResource[]): Map<string, AccountIndex> {
  const byAccount = Map.groupBy(resources, ({ account }) => account)
  return new Map([...byAccount].map(([account, accountResources]) => [account, indexOf(accountResources)]))
}

function indexOf(resources: readonly GroupResource[]): AccountIndex {
  const byIdentity = new Map<string, GroupResource[]>()
  const byStem = new Map<string, GroupResource[]>()
  for (const resource of resources) {
    for (const { key } of identitiesOf(resource)) add(byIdentity, key, resource)
    const name = nameOf(resource)
    if (name !== undefined) add(byStem, stemOf(name), resource)
  }
  return {
    start: resources.reduce((first, resource) => Math.min(first, resource.first), Number.POSITIVE_INFINITY),
    byFirst: resources.toSorted((a, b) => a.first - b.first || compareIds(a, b)),
    byEnd: resources.toSorted((a, b) => a.end - b.end || compareIds(a, b)),
    sharing(resource) {
      const result = new Map<GroupResource, Identity>()
      for (const identity of identitiesOf(resource)) {
        for (const other of byIdentity.get(identity.key) ?? []) {
          if (other.resource !== resource.resource && !result.has(other)) result.set(other, identity)
        }
      }
      return result
    },
    isStemOfOthers(stem, removed, newcomer, before) {
      const sameStem = byStem.get(stem) ?? []
      return sameStem.some((other) => other !== removed && other !== newcomer && other.first < before)
    },
  }
}

/** Those whose value lies between the two hours, both included; the list is in the order of that value. */
export function between(
  resources: readonly GroupResource[],
  field: 'first' | 'end',
  from: Hour,
  to: Hour,
): GroupResource[] {
  let low = 0
  let high = resources.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((resources[middle]?.[field] ?? 0) < from) low = middle + 1
    else high = middle
  }
  const result: GroupResource[] = []
  for (let index = low; index < resources.length; index += 1) {
    const resource = resources[index]
    if (!resource || resource[field] > to) break
    result.push(resource)
  }
  return result
}

function add(index: Map<string, GroupResource[]>, key: string, resource: GroupResource): void {
  const existing = index.get(key)
  if (existing) existing.push(resource)
  else index.set(key, [resource])
}

export function compareIds(a: { resource: string }, b: { resource: string }): number {
  return a.resource < b.resource ? -1 : a.resource > b.resource ? 1 : 0
}
