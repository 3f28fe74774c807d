/** Actions that may have been replaced by the same resources are looked at together. */
import type { RemovedCapacity } from './removed-capacity.ts'

export function joinShared<T extends { removed: RemovedCapacity }>(
  candidates: readonly T[],
  resourcesOf: (candidate: T) => Iterable<unknown>,
): T[][] {
  const groups = new Map<unknown, T[]>()
  for (const candidate of candidates) {
    const resources = [...resourcesOf(candidate)]
    const joined = [...new Set([...resources.flatMap((resource) => groups.get(resource) ?? []), candidate])]
    for (const member of joined) for (const resource of resourcesOf(member)) groups.set(resource, joined)
  }
  return [...new Set(groups.values())].map((joined) =>
    joined.toSorted((a, b) => (a.removed.action < b.removed.action ? -1 : 1)),
  )
}
