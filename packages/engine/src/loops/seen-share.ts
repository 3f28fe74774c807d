/**
 * The share of what a resource did that its traces show, where its metrics count all of it: collectors count spans
 * before they sample them, and clouds and clients count requests.
 */
import { countedIn } from './aggregate/series.ts'
import type { View } from './view.ts'

const counts = new Set(['requests', 'polls', 'iterations'])
/** Metrics and traces are cut off at other seconds: less than this is no sampling. */
const atLeast = 1.5

const byView = new WeakMap<View, Map<string, number>>()

/** How many times as much as was seen; 1 where nothing counts it, or where traces say themselves what they stand for. */
export function timesSeen(view: View, resourceId: string, minutes: number): number {
  const cache = byView.get(view) ?? new Map<string, number>()
  byView.set(view, cache)
  const key = `${minutes}/${resourceId}`
  const cached = cache.get(key)
  if (cached !== undefined) return cached
  const times = reckon(view, resourceId, minutes)
  cache.set(key, times)
  return times
}

function reckon(view: View, resourceId: string, minutes: number): number {
  const counted = view.series
    .ofResource(resourceId)
    .filter(({ role }) => counts.has(role))
    .map((series) => countedIn(series, view.minute, minutes) ?? 0)
  const most = Math.max(0, ...counted)
  if (most === 0) return 1
  let [visits, spans] = [0, 0]
  for (const [node, sum] of view.nodeSums(minutes)) {
    if (view.nodes.get(node).resource.id !== resourceId) continue
    visits += sum.visits
    spans += sum.spanCount
  }
  // Every span of the resource may be one that is counted: the share can only be smaller.
  const times = most / Math.max(1, visits)
  return visits > spans || times < atLeast || spans < fewestSpans ? 1 : times
}

const fewestSpans = 12
