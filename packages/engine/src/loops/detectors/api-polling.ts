import type { PollMinute } from '../aggregate/minute-facts.ts'
import { maxTargets } from '../aggregate/note-poll.ts'
import { evaluationOf, feature, figure, type LoopEvaluation } from '../evaluation.ts'
import { circlesOf } from '../lineage/circles.ts'
import { timesSeen } from '../seen-share.ts'
import type { DetectorContext, View } from '../view.ts'
import { defineDetector } from './define-detector.ts'
import { hiddenInterval, rhythmOf } from './poll-rhythm.ts'
import { pollingFromMetrics, unchangedEnough } from './polling-metrics.ts'

export const apiPolling = defineDetector({
  type: 'api_polling_loop',
  sources: ['health checks ask at most 12 times a minute', 'long polling with 5% changes is at work'],
  evaluate(context) {
    return [...fromSpans(context), ...pollingFromMetrics(context)]
  },
})

/** Evenly enough for a timer, with as much jitter as timers are given where every answer is known to be unchanged. */
const [evenly, evenlyEnough] = [0.3, 0.7]
/** Health checks ask at most twelve times a minute: a client among many must ask more often to count. */
const fewestOfMany = 30

function fromSpans({ view, rule }: DetectorContext): LoopEvaluation[] {
  const { threshold_value: threshold, measurement_window_minutes: minutes } = rule.detection_criteria
  const inCircle = new Set(circlesOf(view, minutes).flatMap(({ nodes }) => nodes))
  const sums = sumsOf(view, minutes)
  const byTarget = new Map<string, Sum[]>()
  for (const sum of sums) {
    const key = `${sum.client.id}\n${sum.node}`
    byTarget.set(key, [...(byTarget.get(key) ?? []), sum])
  }
  const evaluate = (clients: readonly Sum[]) => evaluated(clients, view, threshold, minutes)
  const isEnough = ({ calls }: Sum) => calls >= threshold / 2
  const targets = [...byTarget.values()].filter(([first]) => !inCircle.has(first?.node ?? 0))
  const single = Map.groupBy(
    targets.flat().filter(isEnough),
    ({ client, node }) => `${client.id}\n${hostOf(node, view)}`,
  )
  const others = targets.flatMap((clients) => {
    if (clients.some(isEnough)) return []
    const many = clients.filter(({ calls }) => calls >= fewestOfMany * minutes)
    const calls = many.reduce((total, sum) => total + sum.calls, 0)
    if (many.length >= 2 && calls >= threshold / 2) return [evaluate(many)]
    return clients.filter((sum) => knownCalls(sum, minutes) >= threshold / 2).map((sum) => evaluate([sum]))
  })
  return [...[...single.values()].flatMap((clients) => eachOrTogether(clients, evaluate)), ...others]
}

/** What is asked and how, without the path, of which a part may name who asks. */
const hostOf = (node: number, view: View) => view.nodes.get(node).operation.split('/', 1)[0] ?? ''

/** Several that each poll by themselves are one loop, and cost what all of them do. */
function eachOrTogether(
  clients: readonly Sum[],
  evaluate: (clients: readonly Sum[]) => LoopEvaluation,
): LoopEvaluation[] {
  const each = clients.map((client) => ({ client, evaluation: evaluate([client]) }))
  const polling = each.filter(({ evaluation }) => evaluation.shape && evaluation.excludedBy === null)
  const together = polling.length > 1 ? evaluate(polling.map(({ client }) => client)) : undefined
  const isOne = together?.shape === true && together.excludedBy === null
  return isOne ? [together] : each.map(({ evaluation }) => evaluation)
}

interface Sum extends PollMinute {
  minutes: PollMinute[]
}

function sumsOf(view: View, minutes: number): Sum[] {
  const sums = new Map<string, Sum>()
  for (const { polls } of view.window(minutes)) {
    for (const [key, poll] of polls) {
      const sum = sums.get(key)
      if (!sum) sums.set(key, { ...poll, targets: new Set(poll.targets), minutes: [poll] })
      else {
        for (const name of summed) sum[name] += poll[name]
        for (const target of poll.targets) sum.targets.add(target)
        sum.sampled ||= poll.sampled
        sum.minutes.push(poll)
      }
    }
  }
  return [...sums.values()].map((sum) => withMetrics(sum, view, minutes))
}

/** Where metrics count more calls than were seen, traces were sampled: gaps are gaps in what was kept. */
function withMetrics(sum: Sum, view: View, minutes: number): Sum {
  const times = sum.sampled ? 1 : timesSeen(view, sum.client.id, minutes)
  if (times === 1) return sum
  const kept = sum.minutes.map((poll) => ({ ...poll, calls: poll.calls * times, sampled: true }))
  return { ...sum, calls: sum.calls * times, sampled: true, minutes: kept }
}

const summed = [
  ...(['calls', 'spanCount', 'durationMs', 'comparedCount', 'unchanged', 'sameSize', 'sameSizeCompared'] as const),
  ...(['receives', 'failures', 'writes', 'roots'] as const),
]

/** Calls of the window, with those that sampling left out where the gaps show them. */
function knownCalls(sum: Sum, minutes: number): number {
  const interval = hiddenInterval(sum.minutes)
  return interval === undefined
    ? sum.calls
    : Math.max(sum.calls, (sum.minutes.length / minutes) * ((minutes * 60_000) / interval))
}

/** How many of the requests asked for something else: pages, ids and queries that vary are progress. */
function distinctShare(clients: readonly Sum[]): number {
  const targets = new Set(clients.flatMap((sum) => [...sum.targets]))
  // Of a busy minute only so many targets are remembered: more calls could not have shown more.
  const compared = clients.flatMap(({ minutes }) => minutes.map(({ spanCount }) => Math.min(spanCount, maxTargets)))
  return (
    targets.size /
    Math.max(
      1,
      compared.reduce((total, count) => total + count, 0),
    )
  )
}

interface Answers {
  unchanged: number
  isMet: boolean
  isPartial: boolean
  description: string
}

/** What the answers tell. An answer of the same size may be another one; nothing from a queue is nothing. */
function answersOf(clients: readonly Sum[], isTight: boolean): Answers {
  const total = (name: (typeof summed)[number]) => clients.reduce((sum, client) => sum + client[name], 0)
  const spans = total('spanCount')
  const [compared, bySize] = [total('comparedCount'), total('sameSizeCompared')]
  if (compared + bySize < spans * 0.5)
    return {
      unchanged: Number.NaN,
      isMet: false,
      isPartial: total('failures') < spans / 2,
      description:
        'unknown whether responses change: `http.response.header.etag` or `http.response.body.size` would tell',
    }
  const unchanged = (total('unchanged') + total('sameSize')) / (compared + bySize)
  const isWeak = bySize > compared
  const isNothing = total('receives') >= spans / 2
  return {
    unchanged,
    isMet: unchanged >= unchangedEnough && (!isWeak || isTight || isNothing),
    isPartial: unchanged >= 0.9,
    description: isWeak
      ? `${figure(unchanged * 100)}% of responses have the size of the one before${
          isTight || isNothing ? '' : '; `http.response.header.etag` would tell whether they change'
        }`
      : `${figure(unchanged * 100)}% of responses unchanged`,
  }
}

/** Where nearly every request asks for another thing. */
const mostlyDistinct = 0.3

function evaluated(clients: readonly Sum[], view: View, threshold: number, minutes: number): LoopEvaluation {
  const [first] = clients as [Sum]
  const total = (name: (typeof summed)[number]) => clients.reduce((sum, client) => sum + client[name], 0)
  const calls = clients.reduce((sum, client) => sum + knownCalls(client, minutes), 0)
  const spans = total('spanCount')
  const avgMs = total('durationMs') / Math.max(1, spans)
  const rhythms = clients.map((client) =>
    rhythmOf(client.minutes, minutes * 60_000, client.calls, client.durationMs / Math.max(1, client.spanCount)),
  )
  const isTight = rhythms.every((rhythm) => rhythm.isTight)
  const variation = Math.max(...rhythms.map((rhythm) => rhythm.variation))
  const answers = answersOf(clients, isTight)
  const isKnown = answers.isMet && total('comparedCount') >= spans / 2
  const rawVariation = Math.max(...rhythms.map((rhythm) => rhythm.rawVariation))
  const isEven = variation <= evenly || (isKnown && rawVariation <= evenlyEnough) || isTight
  const isDistinct = distinctShare(clients) > mostlyDistinct
  const again = fetchedAgain(clients, answers, calls, view, minutes)
  const target = view.nodes.label(first.node)
  return evaluationOf({
    type: 'api_polling_loop',
    threshold,
    minutes,
    volume: calls,
    resource: first.client,
    edges: [...new Set(clients.map(({ clientName, node }) => `${clientName} → ${view.nodes.label(node)}`))].sort(),
    features: again ?? [
      feature('unchanged', answers.unchanged, answers.isMet, answers.description),
      feature('rhythm', variation, isEven, describeRhythm(variation, isTight)),
    ],
    excludedBy:
      total('writes') > spans / 2 ? 'the calls write data' : isDistinct ? 'the calls ask for different things' : null,
    partial: answers.isPartial && isEven,
    cycle: [{ from: first.clientName, to: target, count: Math.round(calls) }],
    metrics: {
      iterations: Math.round(calls),
      perMinute: calls / minutes,
      avgMs,
      memoryMb: null,
      cpuPercent: null,
    },
    systems: [...new Set([first.clientName, view.nodes.get(first.node).resource.name])],
    traces: [first.trace],
    nodeRates: ratesOf(clients, minutes),
    isScaled: clients.some(({ sampled }) => sampled) || calls > total('calls'),
  })
}

function ratesOf(clients: readonly Sum[], minutes: number): [number, number][] {
  return [...Map.groupBy(clients, ({ node }) => node)].map(([node, sums]) => [
    node,
    sums.reduce((total, sum) => total + knownCalls(sum, minutes), 0) / minutes,
  ])
}

/** Nearly all calls, nearly all answers (others ask for the same now and then), and times as many as usual. */
const [nearlyAll, mostlyUnchanged, timesBaseline] = [0.9, 0.95, 5]

/**
 * One address whose answers have one size, asked for by nothing but the client itself, and several times as often as it
 * used to: what is drawn fetches again what it draws. Without any of these an answer of the same size may be another.
 */
function fetchedAgain(clients: readonly Sum[], answers: Answers, calls: number, view: View, minutes: number) {
  const [first] = clients as [Sum]
  const total = (name: (typeof summed)[number]) => clients.reduce((sum, client) => sum + client[name], 0)
  const baseline = view.rates.healthyRate(first.node, view.minute - minutes + 1)
  const over = baseline === undefined ? 0 : calls / (baseline * minutes)
  const isOne = new Set(clients.flatMap(({ targets }) => [...targets])).size === 1
  const isAlone = total('roots') >= total('spanCount') * nearlyAll
  if (answers.isMet || !(answers.unchanged >= mostlyUnchanged) || !isOne || !isAlone || over < timesBaseline)
    return undefined
  return [
    feature('unchanged', answers.unchanged, true, `${figure(answers.unchanged * 100)}% of responses have one size`),
    feature('over_usual', over, true, `one address asked for ${figure(over)} times as often as before`),
  ]
}

function describeRhythm(variation: number, isTight: boolean): string {
  if (isTight) return 'each call starts right after the previous response'
  return Number.isNaN(variation)
    ? 'too few calls to measure the interval'
    : `intervals vary by ${figure(variation * 100)}%`
}
