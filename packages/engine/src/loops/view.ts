/** The last minutes, as detectors ask for them; what two detectors ask for alike is summed once. */
import type { LoopRule } from '@kept/domain/loop-rule.ts'
import type { ChangeEvent } from '@kept/domain/span.ts'
import type { EdgeHistory } from './aggregate/edge-history.ts'
import { FirstSeen } from './aggregate/first-seen.ts'
import { type EdgeMinute, fewTargets, type MinuteFacts, type NodeMinute } from './aggregate/minute-facts.ts'
import type { Nodes } from './aggregate/nodes.ts'
import { RateHistory } from './aggregate/rate-history.ts'
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
  readonly #edgeSums = new Map<string, Map<number, EdgeSums>>()
  readonly rates: RateHistory
  readonly firstSeen: FirstSeen

  constructor(part: {
    minute: number
    nodes: Nodes
    series: SeriesStore
    history: EdgeHistory
    rates?: RateHistory
    firstSeen?: FirstSeen
    recent: readonly MinuteFacts[]
    webhookNodes: ReadonlySet<number>
    deploys: ReadonlyMap<string, number>
  }) {
    this.minute = part.minute
    this.nodes = part.nodes
    this.series = part.series
    this.history = part.history
    this.rates = part.rates ?? new RateHistory(0)
    this.firstSeen = part.firstSeen ?? new FirstSeen(0)
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
    const deployMinute = this.#deploys.get(resourceId)
    return deployMinute === undefined ? undefined : this.minute - deployMinute
  }

  nodeSums(minutes: number): Map<number, NodeSums> {
    const cached = this.#nodeSums.get(minutes)
    if (cached) return cached
    const sums = new Map<number, NodeSums>()
    for (const { nodes } of this.window(minutes)) {
      for (const [id, nodeMinute] of nodes) {
        const sum = sums.get(id)
        if (!sum) sums.set(id, { ...nodeMinute, ...targetsOf(nodeMinute), minutes: 1 })
        else addNode(sum, nodeMinute)
      }
    }
    this.#nodeSums.set(minutes, sums)
    return sums
  }

  /** Calls from node to node; or from requests to statements below them, whatever lies between (`requestEdges`). */
  edgeSums(minutes: number, source: 'edges' | 'requestEdges' = 'edges'): Map<number, EdgeSums> {
    const cached = this.#edgeSums.get(`${source}/${minutes}`)
    if (cached) return cached
    const sums = new Map<number, EdgeSums>()
    for (const facts of this.window(minutes)) {
      for (const [key, edgeMinute] of facts[source]) {
        const sum = sums.get(key)
        const ratio = edgeMinute.parents > 0 ? edgeMinute.count / edgeMinute.parents : 0
        if (!sum) sums.set(key, { ...edgeMinute, gapRatios: [...edgeMinute.gapRatios], ratios: [ratio] })
        else addEdge(sum, edgeMinute, ratio)
      }
    }
    this.#edgeSums.set(`${source}/${minutes}`, sums)
    return sums
  }
}

/** What a detector is given beside the view. */
export interface DetectorContext {
  view: View
  rule: LoopRule
}

/** A set of its own: the sums of a window must not grow the minute they begin with. */
function targetsOf({ failedTargets, failedThings }: NodeMinute): Pick<NodeMinute, 'failedTargets' | 'failedThings'> {
  return {
    ...(failedTargets ? { failedTargets: new Set(failedTargets) } : {}),
    ...(failedThings ? { failedThings: new Set(failedThings) } : {}),
  }
}

function addNode(sum: NodeSums, nodeMinute: NodeMinute): void {
  if (
    nodeMinute.maxRepeats > sum.maxRepeats ||
    (nodeMinute.maxRepeats === sum.maxRepeats && nodeMinute.maxDepth > sum.maxDepth)
  )
    sum.deepestTrace = nodeMinute.deepestTrace
  sum.spanCount += nodeMinute.spanCount
  sum.visits += nodeMinute.visits
  sum.failures += nodeMinute.failures
  sum.durationMs += nodeMinute.durationMs
  sum.roots += nodeMinute.roots
  sum.iterations += nodeMinute.iterations
  sum.continued += nodeMinute.continued
  sum.served += nodeMinute.served
  sum.returned = (sum.returned ?? 0) + (nodeMinute.returned ?? 0)
  if (nodeMinute.messages !== undefined) sum.messages = (sum.messages ?? 0) + nodeMinute.messages
  if (nodeMinute.unsizedVisits !== undefined) sum.unsizedVisits = (sum.unsizedVisits ?? 0) + nodeMinute.unsizedVisits
  if (nodeMinute.stepMs !== undefined) sum.stepMs = (sum.stepMs ?? 0) + nodeMinute.stepMs
  if (nodeMinute.failedTargets) {
    sum.failedTargets ??= new Set()
    for (const target of nodeMinute.failedTargets)
      if (sum.failedTargets.size < fewTargets) sum.failedTargets.add(target)
  }
  if (nodeMinute.failedThings) {
    sum.failedThings ??= new Set()
    for (const thing of nodeMinute.failedThings) sum.failedThings.add(thing)
    sum.thingFailures = (sum.thingFailures ?? 0) + (nodeMinute.thingFailures ?? 0)
  }
  sum.maxDepth = Math.max(sum.maxDepth, nodeMinute.maxDepth)
  sum.maxRepeats = Math.max(sum.maxRepeats, nodeMinute.maxRepeats)
  sum.maxCarried = Math.max(sum.maxCarried, nodeMinute.maxCarried)
  sum.cyclicTraces += nodeMinute.cyclicTraces
  sum.traces += nodeMinute.traces
  sum.memoryMb = Math.max(sum.memoryMb, nodeMinute.memoryMb)
  sum.minutes += 1
}

function addEdge(sum: EdgeSums, edgeMinute: EdgeMinute, ratio: number): void {
  if (edgeMinute.maxPerCaller > sum.maxPerCaller) sum.trace = edgeMinute.trace
  sum.spanCount += edgeMinute.spanCount
  sum.count += edgeMinute.count
  sum.failures += edgeMinute.failures
  sum.durationMs += edgeMinute.durationMs
  sum.parents += edgeMinute.parents
  sum.operations += edgeMinute.operations
  sum.maxPerCaller = Math.max(sum.maxPerCaller, edgeMinute.maxPerCaller)
  sum.stuck += edgeMinute.stuck
  if (edgeMinute.answered !== undefined) sum.answered = (sum.answered ?? 0) + edgeMinute.answered
  if (edgeMinute.elsewhere !== undefined) sum.elsewhere = (sum.elsewhere ?? 0) + edgeMinute.elsewhere
  sum.bulk += edgeMinute.bulk
  sum.jobs += edgeMinute.jobs
  sum.gapRatios.push(...edgeMinute.gapRatios)
  sum.ratios.push(ratio)
}
