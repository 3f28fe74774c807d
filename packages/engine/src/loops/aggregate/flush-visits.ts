/** From the settled spans of a trace to the sums of their minutes: nodes, edges, and what was tried again. */

import type { Span } from '@kept/domain/span.ts'
import {
  type EdgeMinute,
  edgeKey,
  entry,
  fewTargets,
  type MinuteFacts,
  minuteLimits,
  mostThings,
  type NodeMinute,
} from './minute-facts.ts'
import type { Nodes } from './nodes.ts'
import { outside } from './nodes.ts'
import { groupOf, noteCaller } from './note-caller.ts'
import { noteAnswer } from './note-webhook.ts'
import type { OpenTrace, Visit } from './open-trace.ts'

interface FlushContext {
  nodes: Nodes
  minuteOf(timeMs: number): MinuteFacts | undefined
  drop(items: number, reason: string): void
}

/** A lineage that comes back this often within one trace is a circle, not a callback. */
const cyclicRepeats = 3

export function flushVisits(trace: OpenTrace, visits: readonly Visit[], context: FlushContext): void {
  const isCyclic = trace.cyclic !== undefined || visits.some(({ repeats }) => repeats >= cyclicRepeats)
  for (const visit of visits) {
    const facts = context.minuteOf(visit.span.startMs)
    if (!facts) context.drop(1, 'spans that came after their minute was evaluated')
    else {
      const isLost = isOrphan(visit) && trace.hasEntry
      if (!visit.parent) trace.hasEntry = true
      noteNode(trace, visit, facts, context)
      noteEdge(trace, visit, facts, context)
      noteFlow(visit, facts)
      if (isCyclic) {
        noteCyclic(visit, facts, isLost)
        noteBridge(visit, facts)
      }
    }
  }
}

function noteNode(trace: OpenTrace, visit: Visit, facts: MinuteFacts, context: FlushContext): void {
  const { span, node, repeats, depth } = visit
  const sums = entry(
    facts.nodes,
    node,
    minuteLimits.nodes,
    (): NodeMinute => ({
      spanCount: 0,
      visits: 0,
      failures: 0,
      durationMs: 0,
      roots: 0,
      iterations: 0,
      continued: 0,
      served: 0,
      maxDepth: 0,
      maxRepeats: 0,
      maxCarried: 0,
      cyclicTraces: 0,
      traces: 0,
      deepestTrace: '',
      memoryMb: 0,
    }),
  )
  if (!sums) {
    context.drop(1, 'nodes beyond the limit of a minute')
    return
  }
  const weight = 1 / span.probability
  if (span.probability < 1) facts.sampled = true
  sums.spanCount += 1
  sums.visits += weight
  sums.durationMs += span.durationMs
  if (span.status === 'error') {
    sums.failures += weight
    noteFailedTarget(sums, span)
    noteFailedThing(sums, span)
  }
  if (!visit.parent && span.parentSpanId === '') sums.roots += weight
  // Where a parent was lost, what came before in the trace still tells that this is not the first.
  if (repeats >= 1 || (visit.isBroken && trace.seenNodes.has(node))) sums.iterations += weight
  if (visit.isServed) sums.served += weight
  if (visit.sameAncestor && !visit.sameAncestor.isContinued) {
    visit.sameAncestor.isContinued = true
    sums.continued += weight
  }
  if (visit.sameAncestor)
    sums.stepMs = (sums.stepMs ?? 0) + weight * Math.max(0, span.startMs - visit.sameAncestor.span.startMs)
  if (span.kind === 'consumer') noteMessages(sums, span, weight)
  if (returns(visit)) sums.returned = (sums.returned ?? 0) + weight
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

function noteFailedTarget(sums: NodeMinute, { kind, facts }: Span): void {
  if (kind !== 'client') return
  sums.failedTargets ??= new Set()
  if (sums.failedTargets.size < fewTargets) sums.failedTargets.add(facts.target ?? '')
}

function noteFailedThing(sums: NodeMinute, { kind, facts }: Span): void {
  const thing = kind === 'client' ? facts.target : kind === 'consumer' ? facts.messageId : undefined
  // A host is whom was asked, and no thing of its own.
  if (thing === undefined || (kind === 'client' && !thing.includes('/'))) return
  sums.failedThings ??= new Set()
  if (sums.failedThings.size >= mostThings) return
  sums.failedThings.add(thing)
  sums.thingFailures = (sums.thingFailures ?? 0) + 1
}

/**
 * A call that ends within the call of the same kind that led to it, and that one succeeds: what comes back with an
 * answer has come to an end, however deep it went.
 */
function returns({ span, sameAncestor }: Visit): boolean {
  if (!sameAncestor || sameAncestor.span.status === 'error') return false
  const { startMs, durationMs } = sameAncestor.span
  return span.startMs >= startMs && span.startMs + span.durationMs <= startMs + durationMs
}

function newEdge(trace: OpenTrace): EdgeMinute {
  return {
    spanCount: 0,
    count: 0,
    failures: 0,
    durationMs: 0,
    parents: 0,
    operations: 0,
    maxPerCaller: 0,
    stuck: 0,
    gapRatios: [],
    bulk: 0,
    jobs: 0,
    trace: trace.id,
  }
}

function noteEdge(trace: OpenTrace, visit: Visit, facts: MinuteFacts, context: FlushContext): void {
  const { span, parent } = visit
  const key = edgeKey(parent?.node ?? outside, visit.node)
  const sums = entry(facts.edges, key, minuteLimits.edges, () => newEdge(trace))
  if (!sums) {
    context.drop(1, 'edges beyond the limit of a minute')
    return
  }
  addCall(sums, span)
  if (!parent) return
  noteAnswer(parent.span, span, facts)
  noteCaller(sums, parent, groupOf(parent, visit.node), visit, facts)
  if (!context.nodes.get(visit.node).isDatabase) return
  const request = requestOf(parent)
  if (request === parent) return
  const requestEdge = entry(facts.requestEdges, edgeKey(request.node, visit.node), minuteLimits.edges, () =>
    newEdge(trace),
  )
  if (!requestEdge) return
  addCall(requestEdge, span)
  noteCaller(requestEdge, request, groupOf(request, -visit.node), visit, facts)
}

function addCall(sums: Pick<EdgeMinute, 'spanCount' | 'count' | 'durationMs' | 'failures'>, span: Span): void {
  const weight = 1 / span.probability
  sums.spanCount += 1
  sums.count += weight
  sums.durationMs += span.durationMs
  if (span.status === 'error') sums.failures += weight
}

const maxBetween = 8

/** What a statement is run for: the request, message or job above the spans of mappers and repositories. */
function requestOf(parent: Visit): Visit {
  let request = parent
  for (let steps = 0; steps < maxBetween && request.span.kind === 'internal' && request.parent; steps += 1)
    request = request.parent
  return request
}

const maxFlows = 5000

/** A message that is published where another was consumed: how queues feed each other, though their traces end there. */
function noteFlow({ span, node, parent, source, sourceNode }: Visit, facts: MinuteFacts): void {
  if (sourceNode === node && span.facts.destination === source && facts.consumed.size < maxFlows)
    facts.consumed.set(source, (facts.consumed.get(source) ?? 0) + 1)
  const to = span.facts.destination
  if (to === undefined || (span.kind !== 'producer' && !(span.kind === 'client' && publishes.test(span.name)))) return
  const from = parent?.source ?? ''
  const flow = entry(facts.flows, `${from}\n${to}\n${span.resource.id}`, maxFlows, () => ({
    ...{ from, to, resource: span.resource, node: parent?.sourceNode ?? outside },
    ...{ spanCount: 0, publishers: 0, count: 0, failures: 0, durationMs: 0, trace: span.traceId },
  }))
  if (!flow) return
  addCall(flow, span)
  // Noted as a call before: the first of its run to this node.
  if (!parent || groupOf(parent, node).count <= 1) flow.publishers += 1
}

const publishes = /publish|send|put|produce|enqueue|upload|copy.?object|objects?.?insert|write.?object|create.?blob/i

function isOrphan({ parent, span }: Visit): boolean {
  return !parent && span.parentSpanId !== '' && span.links.length === 0
}

function noteCyclic({ node, parent, span }: Visit, facts: MinuteFacts, isLost: boolean): void {
  // Spans themselves, not weights: the bound of the gain comes from how many were seen.
  if (facts.cyclicVisits.size < minuteLimits.nodes)
    facts.cyclicVisits.set(node, (facts.cyclicVisits.get(node) ?? 0) + 1)
  if (isLost) facts.cyclicLost.set(node, (facts.cyclicLost.get(node) ?? 0) + 1)
  if ((!parent && span.parentSpanId !== '') || facts.cyclicEdges.size >= minuteLimits.edges) return
  const key = edgeKey(parent?.node ?? outside, node)
  facts.cyclicEdges.set(key, (facts.cyclicEdges.get(key) ?? 0) + 1)
}

const longestBridge = 8

/** Operations named after what they work on never come back; the calls between them do, as often as one another. */
function noteBridge(visit: Visit, facts: MinuteFacts): void {
  if (visit.repeats < cyclicRepeats || facts.cyclicBridges.size >= minuteLimits.edges) return
  let ancestor = visit.parent
  for (let steps = 0; ancestor && ancestor.repeats < visit.repeats - 1; steps += 1) {
    if (steps >= longestBridge) return
    ancestor = ancestor.parent
  }
  if (!ancestor || ancestor === visit.parent || ancestor.span.resource.id === visit.span.resource.id) return
  const key = edgeKey(ancestor.node, visit.node)
  facts.cyclicBridges.set(key, (facts.cyclicBridges.get(key) ?? 0) + 1)
}

function noteMessages(sums: NodeMinute, { facts: { batchSize, messageId }, resource }: Span, weight: number): void {
  sums.messages = (sums.messages ?? 0) + weight * Math.max(1, batchSize ?? 1)
  if (batchSize === undefined && messageId === undefined && resource.kind === 'serverless')
    sums.unsizedVisits = (sums.unsizedVisits ?? 0) + weight
}
