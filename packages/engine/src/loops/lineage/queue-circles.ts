/**
 * Circles of queues: consumers whose messages come back to them, though each step is a trace of its own and no link tells
 * of the one before. Nothing is joined by time: what counts is which share of the messages of a queue was published
 * where a message of the circle was consumed.
 */
import type { TelemetryResource } from '@kept/domain/span.ts'
import type { FlowMinute } from '../aggregate/minute-facts.ts'
import type { View } from '../view.ts'
import { stronglyConnected } from './components.ts'
import { type Flow, gainOf, lowerGain } from './gain.ts'

export interface QueueCircle {
  destinations: string[]
  /** Who consumes and publishes, the most frequent first. */
  resources: TelemetryResource[]
  nodes: number[]
  flows: FlowMinute[]
  /** Messages published inside, for each that came from outside. */
  perEntry: number
  /** Messages that go around, of the busiest destination. */
  iterations: number
  /** All messages published inside. */
  published: number
  gain: number
  gainLow: number
  /** Of the runs that were begun, those that published nothing more: where it ends. Not a number where none was seen. */
  endShare: number
  minutes: number
  failing: number
  avgMs: number
  trace: string
}

/** More messages than runs by this factor: they wait, and where they end is not known. */
const mostWaiting = 1.15

/** Beyond this the sums of nodes do not reach back. */
const longestOfNodes = 15

export function queueCirclesOf(view: View, minutes: number): QueueCircle[] {
  const flows = new Map<string, FlowMinute>()
  const seen = new Map<string, Set<number>>()
  const consumed = new Map<string, number>()
  for (const facts of view.window(minutes)) {
    for (const [name, count] of facts.consumed) consumed.set(name, (consumed.get(name) ?? 0) + count)
    for (const [key, flow] of facts.flows) {
      const sum = flows.get(key)
      if (!sum) flows.set(key, { ...flow })
      else {
        sum.spanCount += flow.spanCount
        sum.publishers += flow.publishers
        sum.count += flow.count
        sum.failures += flow.failures
        sum.durationMs += flow.durationMs
      }
      seen.set(flow.to, (seen.get(flow.to) ?? new Set()).add(facts.minute))
    }
  }
  const all = [...flows.values()]
  const names = [...new Set(all.flatMap(({ from, to }) => [from, to]))].filter((name) => name !== '')
  const idOf = new Map(names.map((name, index) => [name, index + 1]))
  const successors = new Map<number, number[]>(names.map((name) => [idOf.get(name) as number, []]))
  for (const { from, to } of all) if (from !== '') successors.get(idOf.get(from) ?? 0)?.push(idOf.get(to) ?? 0)
  return stronglyConnected(successors).flatMap((ids) => {
    const inside = new Set(ids.map((id) => names[id - 1] ?? ''))
    const own = all.filter(({ from, to }) => inside.has(from) && inside.has(to))
    return own.length > 0 ? [runsAtMost(describe([...inside], own, all, seen, consumed), view, minutes)] : []
  })
}

/** Of several messages that each run publishes, runs are what is billed. */
function runsAtMost(circle: QueueCircle, view: View, minutes: number): QueueCircle {
  const sums = view.nodeSums(minutes)
  const runs = Math.max(...circle.nodes.map((node) => sums.get(node)?.visits ?? 0))
  return runs > 0 && runs < circle.iterations && minutes <= longestOfNodes ? { ...circle, iterations: runs } : circle
}

function describe(
  destinations: string[],
  own: FlowMinute[],
  all: readonly FlowMinute[],
  seen: ReadonlyMap<string, ReadonlySet<number>>,
  consumed: ReadonlyMap<string, number>,
): QueueCircle {
  const index = new Map(destinations.map((name, position) => [name, position + 1]))
  const published = new Map<number, number>()
  for (const { to, spanCount } of all) {
    const id = index.get(to)
    if (id !== undefined) published.set(id, (published.get(id) ?? 0) + spanCount)
  }
  const edges: Flow[] = own.map(({ from, to, spanCount }) => ({
    from: index.get(from) ?? 0,
    to: index.get(to) ?? 0,
    count: spanCount,
  }))
  // What is published is what will be consumed: a queue that waits does not make the gain smaller. Where more begins than
  // was seen to be published, the rest came from outside: of those runs some publish nothing.
  for (const [name, id] of index) published.set(id, Math.max(published.get(id) ?? 0, consumed.get(name) ?? 0))
  const gain = gainOf(edges, published)
  const total = own.reduce((sum, { count }) => sum + count, 0)
  const entries = all
    .filter(({ from, to }) => index.has(to) && !index.has(from))
    .reduce((sum, { count }) => sum + count, 0)
  const byDestination = destinations.map((name) =>
    own.filter(({ to }) => to === name).reduce((sum, { count }) => sum + count, 0),
  )
  const busiestFirst = own.toSorted((a, b) => b.count - a.count)
  const spans = own.reduce((sum, { spanCount }) => sum + spanCount, 0)
  const runs = destinations.reduce((sum, name) => sum + (consumed.get(name) ?? 0), 0)
  const publishers = own.reduce((sum, flow) => sum + flow.publishers, 0)
  return {
    endShare: runs > 0 && spans <= runs * mostWaiting ? Math.max(0, 1 - publishers / runs) : Number.NaN,
    destinations: destinations.toSorted(),
    resources: [...new Map(busiestFirst.map(({ resource }) => [resource.id, resource])).values()],
    nodes: [...new Set(busiestFirst.map(({ node }) => node))],
    flows: busiestFirst,
    perEntry: total / Math.max(1, entries),
    iterations: Math.max(...byDestination),
    published: total,
    gain,
    gainLow: gain > 0.5 ? Math.min(gain, lowerGain(edges, published, 1)) : 0,
    minutes: Math.max(...destinations.map((name) => seen.get(name)?.size ?? 0)),
    failing: own.reduce((sum, { failures }) => sum + failures, 0) / Math.max(1, total),
    avgMs: own.reduce((sum, { durationMs }) => sum + durationMs, 0) / Math.max(1, spans),
    trace: busiestFirst[0]?.trace ?? '',
  }
}
