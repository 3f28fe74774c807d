/**
 * The share of what a resource did that its traces show, where something counts all of it: collectors count spans before
 * they sample them, clouds and clients count requests, queues count what they give out, and the offsets of a stream are
 * numbers in a row of which sampling leaves out most.
 */
import { countedIn } from './aggregate/series.ts'
import type { View } from './view.ts'

export interface SeenShare {
  /** How many times as much as was seen. */
  times: number
  /** The least and the most it may be, as shares of `times`. */
  low: number
  high: number
}

const counts = new Set(['requests', 'polls', 'iterations'])
/** Metrics and traces are cut off at other seconds: less than this is no sampling. */
const atLeast = 1.5
const fewestSpans = 12
/** A transaction of a stream takes an offset of its own: the offset missing after each record is no record. */
const atLeastOfOffsets = 3
/** Nine intervals of ten hold the truth. */
const normal90 = 1.64

const allSeen: SeenShare = { times: 1, low: 1, high: 1 }
const byView = new WeakMap<View, Map<string, SeenShare>>()

/** All of it where nothing counts it, or where traces say themselves what they stand for. */
export function seenShare(view: View, resourceId: string, minutes: number): SeenShare {
  const cache = byView.get(view) ?? new Map<string, SeenShare>()
  byView.set(view, cache)
  const key = `${minutes}/${resourceId}`
  const cached = cache.get(key)
  if (cached !== undefined) return cached
  const share =
    fromCounts(view, resourceId, minutes) ??
    fromQueues(view, resourceId, minutes) ??
    fromOffsets(view, resourceId, minutes) ??
    allSeen
  cache.set(key, share)
  return share
}

export function timesSeen(view: View, resourceId: string, minutes: number): number {
  return seenShare(view, resourceId, minutes).times
}

/** Counts that the resource reports itself. Every span of it may be one that is counted: the share can only be smaller. */
function fromCounts(view: View, resourceId: string, minutes: number): SeenShare | undefined {
  const counted = view.series
    .ofResource(resourceId)
    .filter(({ role }) => counts.has(role))
    .map((series) => countedIn(series, view.minute, minutes) ?? 0)
  const seen = visitsOf(view, minutes, (node) => node.resource.id === resourceId)
  return shareOf(Math.max(0, ...counted), seen)
}

/** What the queues that it works on gave out, to all who work on them. */
function fromQueues(view: View, resourceId: string, minutes: number): SeenShare | undefined {
  const queues = new Set<string>()
  for (const node of view.nodeSums(minutes).keys()) {
    const { resource, kind, destination } = view.nodes.get(node)
    if (resource.id === resourceId && kind === 'consumer' && destination !== '') queues.add(destination)
  }
  for (const queue of queues) {
    const received = view.series.ofResource(queue).find(({ role }) => role === 'processed')
    const counted = received && countedIn(received, view.minute, minutes)
    if (counted === undefined) continue
    const seen = visitsOf(view, minutes, ({ kind, destination }) => kind === 'consumer' && destination === queue)
    // Functions are given several messages at once, and their traces do not always say how many.
    if (seen.unsized > 0) continue
    const isWeighted = seen.visits > seen.spans
    return isWeighted ? undefined : shareOf(counted, { visits: seen.messages, spans: seen.messages })
  }
  return undefined
}

type GraphNode = ReturnType<View['nodes']['get']>

function visitsOf(view: View, minutes: number, isCounted: (node: GraphNode) => boolean) {
  const seen = { visits: 0, spans: 0, messages: 0, unsized: 0 }
  for (const [node, sum] of view.nodeSums(minutes)) {
    if (!isCounted(view.nodes.get(node))) continue
    seen.visits += sum.visits
    seen.spans += sum.spanCount
    seen.messages += sum.messages ?? sum.visits
    seen.unsized += sum.unsizedVisits ?? 0
  }
  return seen
}

function shareOf(counted: number, { visits, spans }: { visits: number; spans: number }): SeenShare | undefined {
  const times = counted / Math.max(1, visits)
  if (visits > spans || times < atLeast || spans < fewestSpans) return undefined
  return { times, ...chanceOf(1 / times, spans) }
}

/** Of the offsets between the first and the last of each partition, the share that was seen. */
function fromOffsets(view: View, resourceId: string, minutes: number): SeenShare | undefined {
  const partitions = new Map<string, { lowest: number; highest: number; seen: number }>()
  for (const { batches } of view.window(minutes)) {
    for (const [source, batch] of batches) {
      if (batch.resource.id !== resourceId || batch.isWeighted) continue
      for (const [name, { lowest, highest, seen }] of batch.offsets) {
        const key = `${source}\n${name}`
        const sum = partitions.get(key) ?? { lowest, highest, seen: 0 }
        partitions.set(key, {
          lowest: Math.min(sum.lowest, lowest),
          highest: Math.max(sum.highest, highest),
          seen: sum.seen + seen,
        })
      }
    }
  }
  let [between, seen] = [0, 0]
  for (const partition of partitions.values()) {
    between += partition.highest - partition.lowest
    seen += partition.seen - 1
  }
  const times = between / Math.max(1, seen)
  return seen < fewestSpans || times < atLeastOfOffsets ? undefined : { times, ...chanceOf(1 / times, seen) }
}

/** What chance does to a share of which so many were seen. */
function chanceOf(share: number, seen: number): Pick<SeenShare, 'low' | 'high'> {
  const spread = normal90 * Math.sqrt((1 - share) / seen)
  return { low: Math.max(share, 1 - spread), high: 1 + spread }
}
