/** The last minutes, as detectors ask for them; what two detectors ask for alike is summed once. */
import type { LoopRule } from '@kept/domain/loop-rule.ts'
import type { ChangeEvent } from '@kept/domain/span.ts'
import type { EdgeHistory } from './aggregate/edge-history.ts'
import type { EdgeMinute, MinuteFacts, NodeMinute } from './aggregate/minute-facts.ts'
import type { Nodes } from './aggregate/nodes.ts'
import type { Series, SeriesStore } from './aggregate/series.ts'

export interface NodeSums extends Omit<NodeMinute, 'deepestTrace'> {
  deepestTrace: string
  /** Minutes of the window in which it was seen. */
  minutes: number
}

export interface EdgeSums extends EdgeMinute {
  /** Calls per caller, minute by minute. */
  ratios: number[]
}

export class View {
  readonly minute: number
  readonly nodes: Nodes
  readonly series: SeriesStore
  readonly history: EdgeHistory
  readonly recent: readonly MinuteFacts[]
  readonly webhookNodes: ReadonlySet<number>
  /** Series that reported within the last hour and a half. */
  readonly activeSeries: readonly Series[]
  readonly #deploys: ReadonlyMap<string, number>
  readonly #nodeSums = new Map<number, Map<number, NodeSums>>()
  readonly #edgeSums = new Map<number, Map<number, EdgeSums>>()

  constructor(part: {
    minute: number
    nodes: Nodes
    series: SeriesStore
    history: EdgeHistory
    recent: readonly MinuteFacts[]
    webhookNodes: ReadonlySet<number>
    deploys: ReadonlyMap<string, number>
  }) {
    this.minute = part.minute
    this.nodes = part.nodes
    this.series = part.series
    this.history = part.history
    this.recent = part.recent
    this.webhookNodes = part.webhookNodes
    this.#deploys = part.deploys
    this.activeSeries = [...part.series.all()].filter(({ minutes }) => (minutes.at(-1)?.minute ?? 0) > part.minute - 90)
  }

  window(minutes: number): readonly MinuteFacts[] {
    return this.recent.filter(({ minute }) => minute > this.minute - minutes && minute <= this.minute)
  }

  events(minutes: number): ChangeEvent[] {
    return this.window(minutes).flatMap(({ events }) => events)
  }

  /** Minutes since a resource was deployed; undefined when nothing is known of it. */
  sinceDeploy(resourceId: string): number | undefined {
    const at = this.#deploys.get(resourceId)
    return at === undefined ? undefined : this.minute - at
  }

  nodeSums(minutes: number): Map<number, NodeSums> {
    const known = this.#nodeSums.get(minutes)
    if (known) return known
    const sums = new Map<number, NodeSums>()
    for (const { nodes } of this.window(minutes)) {
      for (const [id, one] of nodes) {
        const sum = sums.get(id)
        if (!sum) sums.set(id, { ...one, minutes: 1 })
        else addNode(sum, one)
      }
    }
    this.#nodeSums.set(minutes, sums)
    return sums
  }

  edgeSums(minutes: number): Map<number, EdgeSums> {
    const known = this.#edgeSums.get(minutes)
    if (known) return known
    const sums = new Map<number, EdgeSums>()
    for (const { edges } of this.window(minutes)) {
      for (const [key, one] of edges) {
        const sum = sums.get(key)
        const ratio = one.parents > 0 ? one.count / one.parents : 0
        if (!sum) sums.set(key, { ...one, gapRatios: [...one.gapRatios], ratios: [ratio] })
        else addEdge(sum, one, ratio)
      }
    }
    this.#edgeSums.set(minutes, sums)
    return sums
  }
}

/** What a detector is given beside the view. */
export interface Judging {
  view: View
  rule: LoopRule
}

function addNode(sum: NodeSums, one: NodeMinute): void {
  if (one.maxRepeats > sum.maxRepeats || (one.maxRepeats === sum.maxRepeats && one.maxDepth > sum.maxDepth))
    sum.deepestTrace = one.deepestTrace
  sum.seen += one.seen
  sum.visits += one.visits
  sum.failures += one.failures
  sum.durationMs += one.durationMs
  sum.roots += one.roots
  sum.iterations += one.iterations
  sum.maxDepth = Math.max(sum.maxDepth, one.maxDepth)
  sum.maxRepeats = Math.max(sum.maxRepeats, one.maxRepeats)
  sum.maxCarried = Math.max(sum.maxCarried, one.maxCarried)
  sum.cyclicTraces += one.cyclicTraces
  sum.traces += one.traces
  sum.memoryMb = Math.max(sum.memoryMb, one.memoryMb)
  sum.minutes += 1
}

function addEdge(sum: EdgeSums, one: EdgeMinute, ratio: number): void {
  if (one.most > sum.most) sum.trace = one.trace
  sum.seen += one.seen
  sum.count += one.count
  sum.failures += one.failures
  sum.durationMs += one.durationMs
  sum.parents += one.parents
  sum.most = Math.max(sum.most, one.most)
  sum.stuck += one.stuck
  sum.bulk += one.bulk
  sum.jobs += one.jobs
  sum.gapRatios.push(...one.gapRatios)
  sum.ratios.push(ratio)
}
