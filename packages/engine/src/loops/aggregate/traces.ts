/**
 * Traces put together as their spans arrive, in any order, within bounds: each span gets its place in the lineage (how
 * deep, and how often its own node is above it), and is then forgotten but for that.
 */
import type { Span } from '@kept/domain/span.ts'
import { deriveLineage, isCause } from './derive-lineage.ts'
import type { Nodes } from './nodes.ts'
import { newTrace, newVisit, type OpenTrace, type Visit } from './open-trace.ts'

export interface TraceLimits {
  /** Spans held over all open traces. */
  spans: number
  spansOfOneTrace: number
  quietMs: number
  retentionMs: number
  timeoutMs: number
}

export const traceLimits: TraceLimits = {
  spans: 200_000,
  spansOfOneTrace: 20_000,
  quietMs: 40_000,
  retentionMs: 120_000,
  timeoutMs: 80_000,
}
const maxPublished = 20_000
const closed: OpenTrace = { ...newTrace(''), hasEntry: true }

export class Traces {
  readonly #open = new Map<string, OpenTrace>()
  readonly #producers = new Map<string, Visit>()
  /** Of closed traces: what was published, by trace and span. */
  readonly #published = new Map<string, Visit>()
  readonly #nodes: Nodes
  readonly #limits: TraceLimits
  readonly #settle: (trace: OpenTrace, visits: Visit[]) => void
  readonly #reject: (items: number, reason: string) => void
  #held = 0
  #clockMs = 0
  #sweptMs = 0
  count = 0

  constructor(
    nodes: Nodes,
    limits: TraceLimits,
    flush: (trace: OpenTrace, visits: Visit[]) => void,
    reject: (items: number, reason: string) => void,
  ) {
    this.#nodes = nodes
    this.#limits = limits
    this.#settle = flush
    this.#reject = reject
  }

  add(span: Span): void {
    const now = span.startMs + span.durationMs
    if (now > this.#clockMs) this.#clockMs = now
    let trace = this.#open.get(span.traceId)
    if (!trace) {
      trace = newTrace(span.traceId)
      this.#open.set(span.traceId, trace)
      this.count += 1
    }
    if (trace.visits.has(span.spanId)) {
      this.#reject(1, 'spans sent twice')
      return
    }
    const visit = newVisit(span, trace, this.#nodes.idOf(span))
    trace.visits.set(span.spanId, visit)
    if (trace.newVisits.length === 0) trace.newSinceMs = this.#clockMs
    trace.newVisits.push(visit)
    trace.touchedMs = this.#clockMs
    this.#held += 1
    if (span.facts.messageId !== undefined && span.kind === 'producer') this.#remember(span.facts.messageId, visit)
    if (trace.visits.size > this.#limits.spansOfOneTrace) this.#shorten(trace)
    if (this.#clockMs - this.#sweptMs > 1000) this.#sweep()
    if (this.#held > this.#limits.spans) this.#evict()
  }

  /** Settles everything that is still open; no more spans are expected. */
  finish(): void {
    for (const trace of this.#open.values()) this.#flushNewVisits(trace)
    this.#open.clear()
    this.#held = 0
  }

  #sweep(): void {
    this.#sweptMs = this.#clockMs
    const { quietMs, retentionMs, timeoutMs } = this.#limits
    for (const trace of this.#open.values()) {
      const quiet = this.#clockMs - trace.touchedMs
      if (trace.newVisits.length > 0 && (quiet > quietMs || this.#clockMs - trace.newSinceMs > timeoutMs))
        this.#flushNewVisits(trace)
      if (quiet > retentionMs) this.#close(trace)
    }
  }

  /** The oldest go first: in a map, that is the order of first arrival. */
  #evict(): void {
    const target = this.#limits.spans * 0.8
    for (const trace of this.#open.values()) {
      if (this.#held <= target) break
      this.#flushNewVisits(trace)
      this.#close(trace)
    }
  }

  /** Messages may wait for minutes: who sent them is remembered longer than their trace. */
  #close(trace: OpenTrace): void {
    for (const [spanId, visit] of trace.visits) {
      if (visit.span.kind !== 'producer' || visit.depth < 0) continue
      this.#published.set(`${trace.id}/${spanId}`, { ...visit, trace: closed, calls: undefined })
      if (this.#published.size > maxPublished) {
        const oldest = this.#published.keys().next()
        if (!oldest.done) this.#published.delete(oldest.value)
      }
    }
    this.#held -= trace.visits.size
    this.#open.delete(trace.id)
    // What is remembered of it must not hold all of it.
    trace.visits.clear()
  }

  /** A trace that never ends keeps its newest half: a child's parent is recent. */
  #shorten(trace: OpenTrace): void {
    this.#flushNewVisits(trace)
    const retainedCount = Math.floor(this.#limits.spansOfOneTrace / 2)
    for (const id of trace.visits.keys()) {
      if (trace.visits.size <= retainedCount) break
      trace.visits.delete(id)
      this.#held -= 1
    }
  }

  #remember(messageId: string, visit: Visit): void {
    this.#producers.set(messageId, visit)
    if (this.#producers.size > 50_000) {
      const oldest = this.#producers.keys().next()
      if (!oldest.done) this.#producers.delete(oldest.value)
    }
  }

  #flushNewVisits(trace: OpenTrace): void {
    const { newVisits } = trace
    if (newVisits.length === 0) return
    trace.newVisits = []
    const placed: Visit[] = []
    const malformed: Visit[] = []
    for (const visit of newVisits) (this.#setDepth(visit) ? placed : malformed).push(visit)
    for (const visit of malformed) {
      trace.visits.delete(visit.span.spanId)
      this.#held -= 1
    }
    if (malformed.length > 0) this.#reject(malformed.length, 'spans whose parents form a circle')
    placed.sort((a, b) => a.span.startMs - b.span.startMs)
    this.#settle(trace, placed)
  }

  /** Finds depth and repeats, parents first; false when the parents form a circle. */
  #setDepth(visit: Visit): boolean {
    if (visit.depth >= 0) return true
    const path: Visit[] = []
    const onPath = new Set<Visit>()
    let current: Visit | undefined = visit
    while (current && current.depth < 0) {
      if (onPath.has(current)) return false
      onPath.add(current)
      path.push(current)
      current.parent = this.#parentOf(current)
      current = current.parent
    }
    for (const pathVisit of path.reverse()) deriveLineage(pathVisit)
    return true
  }

  /** By parent id, else by link, else by the message that one sent and the other received. Never by time. */
  #parentOf({ span, trace }: Visit): Visit | undefined {
    if (span.parentSpanId !== '') {
      const parent = trace.visits.get(span.parentSpanId)
      if (parent) return parent
    }
    for (const { traceId, spanId } of span.links) {
      const linked = this.#open.get(traceId)?.visits.get(spanId) ?? this.#published.get(`${traceId}/${spanId}`)
      if (linked && linked.span !== span && isCause(linked.span, span)) return linked
    }
    if (span.parentSpanId === '' && span.facts.messageId !== undefined && span.kind !== 'producer') {
      const producer = this.#producers.get(span.facts.messageId)
      // A message read long after it was sent is a delivery again, not the next step of a chain.
      if (producer && producer.span !== span && producer.span.startMs <= span.startMs + 2000) return producer
    }
    return undefined
  }
}
