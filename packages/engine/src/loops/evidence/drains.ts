/**
 * Whether it runs out: work that came at once and is done, a cache that fills, a surge that fades. A loop goes on; what is
 * less with each minute comes to an end of its own, whatever its shape.
 */
import { type Feature, feature, type LoopEvaluation } from '../evaluation.ts'
import type { View } from '../view.ts'

/** Minutes in a row of which each has fewer runs than the one before, and the share of the first that is left. */
const [enough, mostLeft] = [4, 0.5]

/** Nothing is said where it goes on, or where it is not known run by run. */
export function drains({ nodeRates }: LoopEvaluation, view: View): Feature[] {
  if (nodeRates === undefined || nodeRates.length === 0) return []
  const runs = view.window(enough + 1).map(({ nodes }) => {
    const counts = nodeRates.map(([node]) => nodes.get(node)?.visits ?? 0)
    return Math.max(0, ...counts)
  })
  const [first = 0, last = 0] = [runs[0], runs.at(-1)]
  const isLess = runs.every((count, index) => index === 0 || count < (runs[index - 1] ?? 0))
  if (runs.length <= enough || !isLess || last > first * mostLeft) return []
  return [feature('goes_on', last / first, false, 'fewer with each minute: it comes to an end by itself')]
}
