/**
 * Attempts that nothing ties together: each is a new trace without a key. What can be told is that an operation begun by
 * messages, timers or itself runs many times as often as while it succeeded, and that it fails.
 */
import { edgeEnds, fewTargets } from '../aggregate/minute-facts.ts'
import { evaluationOf, type Feature, feature, figure, type LoopEvaluation } from '../evaluation.ts'
import { circlesOf } from '../lineage/circles.ts'
import type { DetectorContext, NodeSums, View } from '../view.ts'

/** Over the three attempts of a usual policy, and over the swings of usual traffic. */
export const overHealthy = 5
const nearlyAll = 0.9
/** A surge of requests that fails is a surge: who asks decides how often. */
const servedAtMost = 0.2

export function stormsFromSpans({ view, rule }: DetectorContext): LoopEvaluation[] {
  const { threshold_value: threshold, measurement_window_minutes: minutes } = rule.detection_criteria
  const inCircle = new Set(circlesOf(view, minutes).flatMap(({ nodes }) => nodes))
  return [...view.nodeSums(minutes)].flatMap(([node, sum]) => {
    if (sum.failures < threshold / 2 || sum.failures < sum.visits * nearlyAll || inCircle.has(node)) return []
    const healthy = view.rates.healthyRate(node, view.minute - minutes + 1)
    if (healthy !== undefined) return [storm(view, node, sum, healthy, threshold, minutes)]
    return isOneThing(sum) ? [storm(view, node, sum, undefined, threshold, minutes)] : []
  })
}

/** What no request asked for, and what is not many things tried once each. */
function isOneThing({ served, visits, failedTargets }: NodeSums): boolean {
  return served <= visits * servedAtMost && (failedTargets?.size ?? 0) < fewTargets
}

/**
 * Attempts at one thing where no success was ever seen: of calls that nothing but the client itself begins, as many as
 * were made to each target. Calls within other work are one each, and how many there are while it succeeds is unknown.
 */
function triesOfEach({ visits, roots, failedTargets }: NodeSums): number {
  const isKnown = failedTargets !== undefined && !failedTargets.has('') && roots >= visits * nearlyAll
  return isKnown ? visits / failedTargets.size : Number.NaN
}

function storm(
  view: View,
  node: number,
  sum: NodeSums,
  healthy: number | undefined,
  threshold: number,
  minutes: number,
): LoopEvaluation {
  const { resource } = view.nodes.get(node)
  const extra = Math.max(0, sum.visits - (healthy ?? 0) * minutes)
  const label = view.nodes.label(node)
  return evaluationOf({
    type: 'infinite_retry',
    threshold,
    minutes,
    volume: extra,
    resource,
    edges: [label],
    features: [
      ...(healthy === undefined
        ? neverHealthy(triesOfEach(sum), sum.failures / sum.visits)
        : stormFeatures(sum.visits / (healthy * minutes), sum.failures / sum.visits)),
      ...sameThings(view, node, sum, minutes),
      lasting(view, node, minutes),
    ],
    excludedBy: sum.served > sum.visits * servedAtMost ? 'requests from outside decide how often it runs' : null,
    cycle: [{ from: label, to: label, count: Math.round(sum.visits) }],
    metrics: {
      iterations: Math.round(extra),
      perMinute: extra / minutes,
      avgMs: sum.durationMs / Math.max(1, sum.spanCount),
      memoryMb: null,
      cpuPercent: null,
    },
    traces: [sum.deepestTrace],
    nodeRates: [[node, extra / minutes]],
  })
}

/**
 * Whether its failures are about the same things: what it asks for itself, or what the calls within it ask for. Nothing is
 * said where that is unknown. Of many in a minute the first few hundred are told apart.
 */
function sameThings(view: View, node: number, sum: NodeSums, minutes: number): Feature[] {
  const sums = view.nodeSums(minutes)
  const below = [...view.edgeSums(minutes)].flatMap(([key, edge]) => {
    const [from, to] = edgeEnds(key)
    const called = sums.get(to)
    return from === node && called?.failedThings && edge.failures >= sum.failures / 2 ? [called] : []
  })
  const observed = [sum, ...below].find(({ failedThings }) => failedThings !== undefined)
  const things = observed?.failedThings
  if (!observed || !things || things.size < fewTargets) return []
  const tries = (observed.thingFailures ?? 0) / things.size
  const isMessages = view.nodes.get(node).kind === 'consumer' && observed === sum
  // An id of its own tells no message from one that was published again.
  const isUnknown = isMessages && tries < overHealthy
  return [
    feature(
      'same_things',
      isUnknown ? Number.NaN : tries,
      tries >= overHealthy,
      isUnknown
        ? 'each failed message has an id of its own: `messaging.message.conversation_id` would tell whether one was published again'
        : `each thing tried ${figure(tries)} times`,
    ),
  ]
}

/** Minutes of the window that must have failed: restarts and deploys of others are over sooner. */
const lastsMinutes = 4

function lasting(view: View, node: number, minutes: number): Feature {
  const failing = view.window(minutes).filter(({ nodes }) => {
    const sum = nodes.get(node)
    return sum !== undefined && sum.failures >= sum.visits * nearlyAll
  }).length
  const needed = Math.min(lastsMinutes, Math.max(1, minutes - 1))
  return feature('lasts', failing, failing >= needed, `nearly all fail in ${failing} of ${minutes} minutes`)
}

function neverHealthy(tries: number, failing: number) {
  return [
    feature(
      'attempts_per_operation',
      tries,
      tries >= overHealthy,
      Number.isNaN(tries)
        ? 'unknown how often it runs while it succeeds: `server.address` or an hour in which it does would tell'
        : `one target tried ${figure(tries)} times, and never with success`,
    ),
    feature('failing', failing, failing >= nearlyAll, `${figure(failing * 100)}% of attempts fail`),
  ]
}

/** How many times as many as while it succeeded, and the share that fails. */
export function stormFeatures(over: number, failing: number) {
  return [
    feature(
      'attempts_per_operation',
      over,
      over >= overHealthy,
      `${figure(over)} times as many attempts as while it succeeded`,
    ),
    feature('failing', failing, failing >= nearlyAll, `${figure(failing * 100)}% of attempts fail`),
  ]
}
