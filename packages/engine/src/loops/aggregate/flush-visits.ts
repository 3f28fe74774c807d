/** From the settled spans of a trace to the sums of their minutes: nodes, edges, and what was tried again. */

import { edgeKey, entry, type MinuteFacts, minuteLimits } from './minute-facts.ts'
import type { Nodes } from './nodes.ts'
import { outside } from './nodes.ts'
import type { CallGroup, OpenTrace, Visit } from './traces.ts'

interface FlushContext {
  nodes: Nodes
  minuteOf(timeMs: number): MinuteFacts | undefined
  drop(items: number, reason: string): void
}

/** A lineage that comes back this often within one trace is a circle, not a callback. */
const cyclicRepeats = 3
const stuckAttempts = 10

export function flushVisits(trace: OpenTrace, visits: readonly Visit[], context: FlushContext): void {
  const isCyclic = trace.cyclic !== undefined || visits.some(({ repeats }) => repeats >= cyclicRepeats)
  for (const visit of visits) {
    const facts = context.minuteOf(visit.span.startMs)
    if (!facts) context.drop(1, 'spans that came after their minute was evaluated')
    else {
      noteNode(trace, visit, facts, context)
      noteEdge(trace, visit, facts, context)
      if (isCyclic) noteCyclic(visit, facts)
    }
  }
}

function noteNode(trace: OpenTrace, visit: Visit, facts: MinuteFacts, context: FlushContext): void {
  const { span, node, repeats, depth } = visit
  const sums = entry(facts.nodes, node, minuteLimits.nodes, () => ({
    spanCount: 0,
    visits: 0,
    failures: 0,
    durationMs: 0,
    roots: 0,
    iterations: 0,
    maxDepth: 0,
    maxRepeats: 0,
    maxCarried: 0,
    cyclicTraces: 0,
    traces: 0,
    deepestTrace: '',
    memoryMb: 0,
  }))
  if (!sums) {
    context.drop(1, 'nodes beyond the limit of a minute')
    return
  }
  const weight = 1 / span.probability
  if (span.probability < 1) facts.sampled = true
  sums.spanCount += 1
  sums.visits += weight
  sums.durationMs += span.durationMs
  if (span.status === 'error') sums.failures += weight
  if (!visit.parent && span.parentSpanId === '') sums.roots += weight
  if (repeats >= 1) sums.iterations += weight
  if (span.facts.lineageCount !== undefined) sums.maxCarried = Math.max(sums.maxCarried, span.facts.lineageCount)
  if (span.facts.memoryMb !== undefined) sums.memoryMb = Math.max(sums.memoryMb, span.facts.memoryMb)
  if (!trace.seenNodes.has(node)) {
    trace.seenNodes.add(node)
    sums.traces += weight
  }
  if (repeats >= cyclicRepeats && !trace.cyclic?.has(node)) {
    trace.cyclic ??= new Set()
    trace.cyclic.add(node)
    sums.cyclicTraces += weight
  }
  if (depth > sums.maxDepth || sums.deepestTrace === '') sums.deepestTrace = span.traceId
  if (depth > sums.maxDepth) sums.maxDepth = depth
  if (repeats > sums.maxRepeats) {
    sums.maxRepeats = repeats
    sums.deepestTrace = span.traceId
  }
}

function noteEdge(trace: OpenTrace, visit: Visit, facts: MinuteFacts, context: FlushContext): void {
  const { span, parent } = visit
  const key = edgeKey(parent?.node ?? outside, visit.node)
  const sums = entry(facts.edges, key, minuteLimits.edges, () => ({
    spanCount: 0,
    count: 0,
    failures: 0,
    durationMs: 0,
    parents: 0,
    maxPerCaller: 0,
    stuck: 0,
    gapRatios: [],
    bulk: 0,
    jobs: 0,
    trace: trace.id,
  }))
  if (!sums) {
    context.drop(1, 'edges beyond the limit of a minute')
    return
  }
  const weight = 1 / span.probability
  sums.spanCount += 1
  sums.count += weight
  sums.durationMs += span.durationMs
  if (span.status === 'error') sums.failures += weight
  if (!parent) return
  const group = groupOf(parent, visit.node)
  group.count += 1
  const failed = span.status === 'error'
  if (failed) group.failures += 1
  else group.successes += 1
  if (group.lastMinute !== facts.minute) {
    group.lastMinute = facts.minute
    sums.parents += weight
    if (parent.span.resource.bulk || parent.span.facts.bulk || span.facts.bulk) sums.bulk += weight
    if (!parent.parent && parent.span.parentSpanId === '' && parent.span.kind === 'internal') sums.jobs += weight
  }
  if (group.count > sums.maxPerCaller) {
    sums.maxPerCaller = group.count
    sums.trace = trace.id
  }
  if (group.failures > 0) {
    const ratio = gapRatio(group, span.startMs)
    if (ratio !== undefined && sums.gapRatios.length < minuteLimits.ratios) sums.gapRatios.push(ratio)
    if (!group.isStuck && group.count >= stuckAttempts && group.successes === 0) {
      group.isStuck = true
      sums.stuck += weight
    }
  } else group.lastStartMs = span.startMs
}

function noteCyclic({ node, parent, span }: Visit, facts: MinuteFacts): void {
  // Spans themselves, not weights: the bound of the gain comes from how many were seen.
  if (facts.cyclicVisits.size < minuteLimits.nodes)
    facts.cyclicVisits.set(node, (facts.cyclicVisits.get(node) ?? 0) + 1)
  if ((!parent && span.parentSpanId !== '') || facts.cyclicEdges.size >= minuteLimits.edges) return
  const key = edgeKey(parent?.node ?? outside, node)
  facts.cyclicEdges.set(key, (facts.cyclicEdges.get(key) ?? 0) + 1)
}

function groupOf(parent: Visit, node: number): CallGroup {
  parent.calls ??= new Map()
  const existing = parent.calls.get(node)
  if (existing) return existing
  const group = { count: 0, failures: 0, successes: 0, lastStartMs: 0, lastGapMs: 0, lastMinute: -1, isStuck: false }
  // A visit with very many different calls is no retry of any of them.
  if (parent.calls.size < 256) parent.calls.set(node, group)
  return group
}

/** This gap between attempts against the one before: above one, the caller backs off. */
export function gapRatio(group: { lastStartMs: number; lastGapMs: number }, startMs: number): number | undefined {
  const gap = group.lastStartMs > 0 ? startMs - group.lastStartMs : 0
  const ratio = gap > 0 && group.lastGapMs > 0 ? gap / group.lastGapMs : undefined
  if (gap > 0) group.lastGapMs = gap
  group.lastStartMs = startMs
  return ratio
}
