/** The row and the position in time of each span of a trace. */
import type { EvidenceSpan } from '@kept/domain/loop.ts'

interface PlacedSpan {
  span: EvidenceSpan
  /** Spans above it, of those shown. */
  depth: number
  /** Percent of the time its trace takes, as far as it is shown. */
  left: number
  width: number
}

const narrowest = 0.8

export function placeSpans(spans: readonly EvidenceSpan[]): PlacedSpan[] {
  return [...Map.groupBy(spans, ({ trace_id: id }) => id).values()].flatMap(placeTrace)
}

function placeTrace(trace: readonly EvidenceSpan[]): PlacedSpan[] {
  const byId = new Map(trace.map((span) => [span.span_id, span]))
  const starts = trace.map(({ started_at: startedAt }) => Date.parse(startedAt))
  const traceStart = Math.min(...starts)
  const traceDuration = Math.max(
    1,
    ...trace.map(({ duration_ms: ms }, index) => (starts[index] ?? traceStart) - traceStart + ms),
  )
  return trace.map((span, index) => {
    const left = (((starts[index] ?? traceStart) - traceStart) / traceDuration) * 100
    const width = Math.max(narrowest, (span.duration_ms / traceDuration) * 100)
    return {
      span,
      depth: depthOf(span, byId),
      left: Math.min(left, 100 - narrowest),
      width: Math.min(width, 100 - left),
    }
  })
}

function depthOf(span: EvidenceSpan, byId: ReadonlyMap<string, EvidenceSpan>): number {
  const above = new Set<EvidenceSpan>([span])
  for (
    let ancestor = byId.get(span.parent_span_id);
    ancestor && !above.has(ancestor);
    ancestor = byId.get(ancestor.parent_span_id)
  )
    above.add(ancestor)
  return above.size - 1
}
