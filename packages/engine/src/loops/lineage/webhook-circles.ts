/**
 * Services that deliver webhooks to each other: each delivery is a trace of its own, so the circle is seen in who calls
 * whose receiver, and in that as many go one way as the other.
 */
import { edgeEnds } from '../aggregate/minute-facts.ts'
import type { View } from '../view.ts'
import { stronglyConnected } from './components.ts'

interface WebhookCircle {
  resourceIds: string[]
  /** The receivers in it. */
  nodes: number[]
  edges: { from: string; to: string; count: number }[]
  deliveries: number
  /** The fewest deliveries of a receiver for the most of another: one where each is answered by the next. */
  balance: number
  /** Share of deliveries that a request from outside began. */
  served: number
  /** Times as many as usual; infinite where there used to be none, not a number where nothing is known. */
  over: number
  failing: number
  avgMs: number
  trace: string
}

/** Minutes of telemetry without a delivery that make deliveries new. */
const knownBefore = 5

export function webhookCirclesOf(view: View, minutes: number): WebhookCircle[] {
  const byPair = new Map<string, { from: string; to: string; node: number; count: number; trace: string }>()
  for (const [key, edge] of view.edgeSums(minutes)) {
    const [from, to] = edgeEnds(key)
    if (!view.webhookNodes.has(to)) continue
    const [sender, receiver] = [view.nodes.get(from).resource.id, view.nodes.get(to).resource.id]
    if (sender === '' || sender === receiver) continue
    byPair.set(`${sender}\n${to}`, { from: sender, to: receiver, node: to, count: edge.count, trace: edge.trace })
  }
  const pairs = [...byPair.values()]
  const names = [...new Set(pairs.flatMap(({ from, to }) => [from, to]))]
  const successors = new Map<number, number[]>(names.map((_, index) => [index, []]))
  for (const { from, to } of pairs) successors.get(names.indexOf(from))?.push(names.indexOf(to))
  return stronglyConnected(successors).flatMap((ids) => {
    if (ids.length < 2) return []
    const inside = new Set(ids.map((id) => names[id] ?? ''))
    return [
      describe(
        inside,
        pairs.filter(({ from, to }) => inside.has(from) && inside.has(to)),
        view,
        minutes,
      ),
    ]
  })
}

function describe(
  inside: ReadonlySet<string>,
  pairs: { from: string; to: string; node: number; count: number; trace: string }[],
  view: View,
  minutes: number,
): WebhookCircle {
  const sums = view.nodeSums(minutes)
  const nodes = [...new Set(pairs.map(({ node }) => node))]
  const byReceiver = new Map<string, number>()
  for (const { to, count } of pairs) byReceiver.set(to, (byReceiver.get(to) ?? 0) + count)
  const counts = [...byReceiver.values()]
  const total = (
    pick: (sum: { visits: number; served: number; failures: number; durationMs: number; spanCount: number }) => number,
  ) =>
    nodes.reduce((result, node) => {
      const sum = sums.get(node)
      return result + (sum ? pick(sum) : 0)
    }, 0)
  const visits = Math.max(
    1,
    total((sum) => sum.visits),
  )
  const deliveries = counts.reduce((result, count) => result + count, 0)
  return {
    resourceIds: [...inside].sort(),
    nodes,
    edges: pairs
      .toSorted((a, b) => b.count - a.count)
      .map(({ from, node, count }) => ({ from, to: view.nodes.label(node), count: Math.round(count) })),
    deliveries,
    balance: Math.min(...counts) / Math.max(1, ...counts),
    served: total((sum) => sum.served) / visits,
    over: overBaseline(nodes, deliveries / minutes, view, minutes),
    failing: total((sum) => sum.failures) / visits,
    avgMs:
      total((sum) => sum.durationMs) /
      Math.max(
        1,
        total((sum) => sum.spanCount),
      ),
    trace: pairs[0]?.trace ?? '',
  }
}

function overBaseline(nodes: readonly number[], perMinute: number, view: View, minutes: number): number {
  const start = view.minute - minutes + 1
  const baselines = nodes.map((node) => view.rates.healthyRate(node, start))
  if (baselines.some((rate) => rate !== undefined))
    return perMinute / baselines.reduce<number>((total, rate) => total + (rate ?? 0), 0)
  const first = view.recent[0]?.minute ?? view.minute
  return start - first >= knownBefore ? Number.POSITIVE_INFINITY : Number.NaN
}
