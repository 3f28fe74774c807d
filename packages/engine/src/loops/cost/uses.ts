/** What a loop makes use of: its own resources, and everything called below them, each with how often. */
import { edgeEnds } from '../aggregate/minute-facts.ts'
import { outside } from '../aggregate/nodes.ts'
import type { LoopEvaluation } from '../evaluation.ts'
import type { EdgeSums, View } from '../view.ts'
import type { LoopUse } from './loop-use.ts'

const deepest = 6
const maxNodes = 500

const indexed = new WeakMap<ReadonlyMap<number, EdgeSums>, Map<number, [to: number, edge: EdgeSums][]>>()

/** Adds the billed uses to an evaluation, while the view is available. */
export function withUses(evaluation: LoopEvaluation, view: View, minutes: number): LoopEvaluation {
  if (evaluation.nodeRates === undefined) return evaluation
  let calls = 0
  for (const [node, { visits }] of view.nodeSums(minutes))
    if (view.nodes.get(node).resource.id === evaluation.resource.id) calls += visits
  return { ...evaluation, uses: usesOf(view, minutes, new Map(evaluation.nodeRates)), callsPerMinute: calls / minutes }
}

/** From the nodes that go around, with their iterations a minute, down the calls each of them makes. */
export function usesOf(view: View, minutes: number, nodeRates: ReadonlyMap<number, number>): LoopUse[] {
  const calls = callsOf(view, minutes)
  const sums = view.nodeSums(minutes)
  const rates = new Map(nodeRates)
  let layer = [...nodeRates.keys()]
  for (let depth = 0; depth < deepest && layer.length > 0 && rates.size < maxNodes; depth += 1) {
    const next = new Map<number, number>()
    for (const node of layer) {
      const visits = sums.get(node)?.visits ?? 0
      if (visits === 0) continue
      const perVisit = (rates.get(node) ?? 0) / visits
      for (const [to, edge] of calls.get(node) ?? [])
        if (!rates.has(to)) next.set(to, (next.get(to) ?? 0) + perVisit * edge.count)
    }
    for (const [node, rate] of next) rates.set(node, rate)
    layer = [...next.keys()]
  }
  const uses = new Map<string, LoopUse>()
  for (const [node, perMinute] of rates) {
    if (node === outside) continue
    const { resource, destination, runs } = view.nodes.get(node)
    const sum = sums.get(node)
    const avgMs = sum ? sum.durationMs / Math.max(1, sum.spanCount) : null
    // Several operations of one resource are parts of one run of it: the most frequent counts, and the longest.
    addUse(uses, {
      id: resource.id,
      name: resource.name,
      kind: resource.kind,
      provider: resource.provider,
      perMinute,
      avgMs,
      memoryMb: resource.memoryMb ?? (sum && sum.memoryMb > 0 ? sum.memoryMb : null),
      runs,
      size: null,
    })
    if (destination !== '' && destination !== resource.id && destination !== resource.name)
      addUse(uses, {
        id: destination,
        name: destination.split(/[:/]/).filter(Boolean).at(-1) ?? destination,
        kind: 'store',
        provider: resource.provider,
        perMinute,
        avgMs: null,
        memoryMb: null,
        runs: true,
        size: null,
      })
  }
  return [...uses.values()]
}

function addUse(uses: Map<string, LoopUse>, use: LoopUse): void {
  const existing = uses.get(use.id)
  if (!existing) {
    uses.set(use.id, use)
    return
  }
  existing.runs ||= use.runs
  existing.perMinute = Math.max(existing.perMinute, use.perMinute)
  existing.avgMs = existing.avgMs === null ? use.avgMs : Math.max(existing.avgMs, use.avgMs ?? 0)
  existing.memoryMb = existing.memoryMb === null ? use.memoryMb : Math.max(existing.memoryMb, use.memoryMb ?? 0)
}

function callsOf(view: View, minutes: number): Map<number, [number, EdgeSums][]> {
  const edges = view.edgeSums(minutes)
  const cached = indexed.get(edges)
  if (cached) return cached
  const calls = new Map<number, [number, EdgeSums][]>()
  for (const [key, edge] of edges) {
    const [from, to] = edgeEnds(key)
    if (from === outside) continue
    const list = calls.get(from)
    if (list) list.push([to, edge])
    else calls.set(from, [[to, edge]])
  }
  indexed.set(edges, calls)
  return calls
}
