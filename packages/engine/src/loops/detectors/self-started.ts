/**
 * Runs of which no one tells what started them, each of which writes once, many times as often as before: where what they
 * write starts them, it is a recursion. Nothing that is set by default says whether it does, so it is suspected.
 */
import { edgeEnds } from '../aggregate/minute-facts.ts'
import { evaluationOf, feature, figure, type LoopEvaluation } from '../evaluation.ts'
import { circlesOf } from '../lineage/circles.ts'
import type { DetectorContext, NodeSums, View } from '../view.ts'

/** As storms are: over the swings of usual traffic. */
const overBefore = 5
const [nearlyAll, hardlyAny] = [0.9, 0.2]
/** Writes of each run: one, with what sampling and the edges of a window change. */
const [fewestWrites, mostWrites] = [0.8, 1.5]
/** Someone else does more as well: so many times as often as before, and half as often as this. */
const [othersGrow, othersShare] = [3, 0.5]
const writes = /publish|send|put|produce|enqueue|write|insert|update|upload|create|set(?![a-z])/i

interface Started {
  node: number
  sum: NodeSums
  over: number
  writesTo: number
}

export function selfStarted({ view, rule }: DetectorContext): LoopEvaluation[] {
  const { threshold_value: threshold, measurement_window_minutes: minutes } = rule.detection_criteria
  const inCircle = new Set(circlesOf(view, minutes).flatMap(({ nodes }) => nodes))
  return [...view.nodeSums(minutes)].flatMap(([node, sum]) => {
    if (sum.visits < threshold || inCircle.has(node) || !isStarted(node, sum, view)) return []
    const over = timesBefore(node, sum, view, minutes)
    const writesTo = writtenBy(node, sum, view, minutes)
    if (!(over >= overBefore) || writesTo === undefined || isExplained(node, sum, view, minutes)) return []
    return [evaluated({ node, sum, over, writesTo }, view, threshold, minutes)]
  })
}

/** Begun by a message, a stream or a push, without a parent; and not by a failure, which is another matter. */
function isStarted(node: number, { visits, roots, served, failures }: NodeSums, view: View): boolean {
  const { kind } = view.nodes.get(node)
  const isRun = kind === 'consumer' || kind === 'server'
  return isRun && roots >= visits * nearlyAll && served <= visits * hardlyAny && failures <= visits / 2
}

function timesBefore(node: number, { visits }: NodeSums, view: View, minutes: number): number {
  const before = view.rates.healthyRate(node, view.minute - minutes + 1)
  return before === undefined ? Number.NaN : visits / (before * minutes)
}

/** The call by which each run writes once. Where it is known what a run reads, circles of queues tell more. */
function writtenBy(node: number, { visits }: NodeSums, view: View, minutes: number): number | undefined {
  if (view.nodes.get(node).destination !== '') return undefined
  for (const [key, { count }] of view.edgeSums(minutes)) {
    const [from, to] = edgeEnds(key)
    const { kind, operation } = view.nodes.get(to)
    const isWrite = kind === 'producer' || (kind === 'client' && writes.test(operation))
    const isOnce = count >= visits * fewestWrites && count <= visits * mostWrites
    if (from === node && isWrite && isOnce) return to
  }
  return undefined
}

/** Other services write or are asked more often as well: it follows them. */
function isExplained(node: number, { visits }: NodeSums, view: View, minutes: number): boolean {
  const { resource } = view.nodes.get(node)
  return [...view.nodeSums(minutes)].some(([other, sum]) => {
    const { kind, operation, resource: owner } = view.nodes.get(other)
    const canStart = kind === 'producer' || (kind === 'client' && writes.test(operation)) || sum.served > 0
    if (owner.id === resource.id || !canStart || sum.visits < visits * othersShare) return false
    return !(timesBefore(other, sum, view, minutes) < othersGrow)
  })
}

function evaluated(
  { node, sum, over, writesTo }: Started,
  view: View,
  threshold: number,
  minutes: number,
): LoopEvaluation {
  const [run, write] = [view.nodes.label(node), view.nodes.label(writesTo)]
  return evaluationOf({
    type: 'recursive_function',
    threshold,
    minutes,
    volume: sum.visits,
    resource: view.nodes.get(node).resource,
    edges: [`${run} → ${write}`],
    features: [
      feature('over_usual', over, true, `${figure(over)} times as many runs as before, and no one else does more`),
      feature('writes_once', 1, true, `each run ends in ${write}`),
      feature(
        'same_store',
        Number.NaN,
        false,
        'unknown whether what it writes starts it: `messaging.destination.name` of the trigger, a link or a propagated trace would tell',
      ),
    ],
    partial: true,
    cycle: [
      { from: run, to: write, count: Math.round(sum.visits) },
      { from: write, to: run, count: Math.round(sum.visits) },
    ],
    metrics: {
      ...{ iterations: Math.round(sum.visits), perMinute: sum.visits / minutes, memoryMb: null, cpuPercent: null },
      avgMs: sum.durationMs / Math.max(1, sum.spanCount),
    },
    traces: [sum.deepestTrace],
    nodeRates: [[node, sum.visits / minutes]],
  })
}
