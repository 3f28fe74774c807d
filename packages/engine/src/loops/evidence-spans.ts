/** The spans behind a loop, few enough to be read: the deepest lineage first, each with the attributes a loop is known by. */
import type { EvidenceSpan } from '@kept/domain/loop.ts'
import type { Span } from '@kept/domain/span.ts'

/** Spans shown of one loop. */
const maxShown = 24
/** Characters shown of an attribute. */
const longest = 200

/** Of each trace the lineage that goes deepest, from its first span on; then what else there is, in the order of time. */
export function evidenceSpans(spans: readonly Span[], maxSpans = maxShown): EvidenceSpan[] {
  const traces = Map.groupBy(spans, ({ traceId }) => traceId)
  const share = Math.max(1, Math.floor(maxSpans / Math.max(1, traces.size)))
  return [...traces.values()].flatMap((trace) => selectSpans(trace, share)).map(toEvidenceSpan)
}

function selectSpans(trace: readonly Span[], maxSpans: number): Span[] {
  const byTime = trace.toSorted((a, b) => a.startMs - b.startMs)
  const chosen = new Set(deepestLineage(byTime).slice(0, maxSpans))
  for (const span of byTime) {
    if (chosen.size >= maxSpans) break
    chosen.add(span)
  }
  return byTime.filter((span) => chosen.has(span))
}

function deepestLineage(trace: readonly Span[]): Span[] {
  const byId = new Map(trace.map((span) => [span.spanId, span]))
  const depths = new Map<Span, number>()
  const depthOf = (span: Span): number => {
    const path: Span[] = []
    const onPath = new Set<Span>()
    let current: Span | undefined = span
    // Parents may form a circle in what hostile senders send.
    while (current && !depths.has(current) && !onPath.has(current)) {
      path.push(current)
      onPath.add(current)
      current = byId.get(current.parentSpanId)
    }
    let depth = current ? (depths.get(current) ?? 0) : -1
    for (const pathSpan of path.reverse()) {
      depth += 1
      depths.set(pathSpan, depth)
    }
    return depths.get(span) ?? 0
  }
  let deepest: Span | undefined
  for (const span of trace) if (!deepest || depthOf(span) > depthOf(deepest)) deepest = span
  const lineage: Span[] = []
  const visited = new Set<Span>()
  for (let current = deepest; current && !visited.has(current); current = byId.get(current.parentSpanId)) {
    visited.add(current)
    lineage.push(current)
  }
  return lineage.reverse()
}

function toEvidenceSpan({
  traceId,
  spanId,
  parentSpanId,
  name,
  resource,
  kind,
  status,
  startMs,
  durationMs,
  facts,
}: Span): EvidenceSpan {
  return {
    trace_id: traceId,
    span_id: spanId,
    parent_span_id: parentSpanId,
    name: cut(name),
    service: cut(resource.name),
    kind,
    status,
    started_at: Temporal.Instant.fromEpochMilliseconds(Math.round(startMs)).toString(),
    duration_ms: Number(Math.max(0, durationMs).toFixed(3)),
    attributes: Object.fromEntries(
      Object.entries(facts).flatMap(([key, value]) =>
        value === undefined ? [] : [[key, typeof value === 'string' ? cut(value) : value]],
      ),
    ),
  }
}

function cut(text: string): string {
  return text.length > longest ? `${text.slice(0, longest - 1)}…` : text
}
