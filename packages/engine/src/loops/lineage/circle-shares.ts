/** What the runs of a circle have in common: how many end, return, fail, or start more than they were started by. */
import { edgeEnds } from '../aggregate/minute-facts.ts'
import type { NodeSums, View } from '../view.ts'

/** Every call of a walk that ends is answered: one less than its runs. Where they are more, work piles up. */
export function branchingOf(
  nodes: readonly number[],
  counts: ReadonlyMap<number, number>,
  visits: ReadonlyMap<number, number>,
  sums: ReadonlyMap<number, NodeSums>,
  view: View,
): number {
  const inside = new Set(nodes)
  let [calls, runs] = [0, 0]
  for (const node of nodes) if (view.nodes.get(node).runs) runs += visits.get(node) ?? 0
  for (const [key, count] of counts) {
    const [from, to] = edgeEnds(key)
    if (!inside.has(from) || !inside.has(to) || !view.nodes.get(from).runs || view.nodes.get(to).runs) continue
    const sum = sums.get(to)
    calls += count * (sum ? 1 - sum.failures / Math.max(1, sum.visits) : 1)
  }
  return runs > 0 ? calls / runs : 0
}

export function endShareOf(sum: NodeSums | undefined): number {
  return sum && sum.visits > 0 ? Math.max(0, 1 - sum.continued / sum.visits) : 0
}

export function failingOf(sum: NodeSums | undefined): number {
  return sum ? sum.failures / Math.max(1, sum.visits) : 0
}

export function returnedShareOf(sums: readonly NodeSums[]): number {
  const total = (pick: (sum: NodeSums) => number) => sums.reduce((all, sum) => all + pick(sum), 0)
  return (
    total(({ returned = 0 }) => returned) /
    Math.max(
      1,
      total(({ iterations }) => iterations),
    )
  )
}
