/** The spans behind a loop, few enough to be read: the deepest lineage first, each with the attributes a loop is known by. */
import type { EvidenceSpan } from '@kept/domain/loop.ts'
import type { Span } from '@kept/domain/span.ts'

/** Spans shown of one loop. */
const mostShown = 24
/** Characters shown of an attribute. */
const longest = 200

/** Of each trace the lineage that goes deepest, from its first span on; then what else there is, in the order of time. */
export function evidenceSpans(spans: readonly Span[], most = mostShown): EvidenceSpan[] {
  const traces = Map.groupBy(spans, ({ traceId }) => traceId)
  const share = Math.max(1, Math.floor(most / Math.max(1, traces.size)))
  return [...traces.values()].flatMap((trace) => ofTrace(trace, share)).map(shown)
}

function ofTrace(trace: readonly Span[], most: number): Span[] {
  const byTime = trace.toSorted((a, b) => a.startMs - b.startMs)
  const chosen = new Set(deepestLineage(byTime).slice(0, most))
  for (const span of byTime) {
    if (chosen.size >= most) break
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
    for (const one of path.reverse()) {
      depth += 1
      depths.set(one, depth)
    }
    return depths.get(span) ?? 0
  }
  let deepest: Span | undefined
  for (const span of trace) if (!deepest || depthOf(span) > depthOf(deepest)) deepest = span
  const lineage: Span[] = []
  const seen = new Set<Span>()
  for (let at = deepest; at && !seen.has(at); at = byId.get(at.parentSpanId)) {
    seen.add(at)
    lineage.push(at)
  }
  return lineage.reverse()
}

function shown({
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
