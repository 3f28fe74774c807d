/** A span that decoders build, and its validation. */
import {
  noFacts,
  noLinks,
  type Span,
  type SpanKind,
  type SpanLink,
  type SpanStatus,
  type TelemetryResource,
} from '@kept/domain/span.ts'

export interface SpanDraft {
  traceId: string
  spanId: string
  parentSpanId: string
  name: string
  kind: SpanKind
  status: SpanStatus
  startMs: number
  endMs: number
  traceState: string
  links: SpanLink[] | undefined
  facts: Span['facts'] | undefined
  probability: number
}

export const otlpKinds: readonly SpanKind[] = ['unspecified', 'internal', 'server', 'client', 'producer', 'consumer']

/** Far beyond any clock error: a time outside is a mistake that would push all other data out of its window. */
const earliest = Date.UTC(2000, 0, 1)
const latest = Date.UTC(2200, 0, 1)

/** The span, or why it is rejected. */
export function spanOf(draft: SpanDraft, resource: TelemetryResource): Span | string {
  if (draft.spanId === '' || draft.traceId === '') return 'spans without an id'
  if (!(draft.startMs >= earliest && draft.startMs < latest)) return 'spans whose start is not a time'
  if (draft.spanId === draft.parentSpanId) return 'spans that are their own parent'
  const { facts } = draft
  return {
    traceId: draft.traceId,
    spanId: draft.spanId,
    parentSpanId: draft.parentSpanId,
    resource,
    name: draft.name.length > 300 ? draft.name.slice(0, 300) : draft.name,
    kind: draft.kind,
    status:
      draft.status === 'unset' && (facts?.statusCode ?? 0) >= 400 && failedCode(facts?.statusCode)
        ? 'error'
        : draft.status,
    startMs: draft.startMs,
    durationMs: Math.max(0, draft.endMs - draft.startMs) || 0,
    probability: draft.traceState === '' ? draft.probability : samplingProbability(draft.traceState, draft.probability),
    links: draft.links ?? noLinks,
    facts: facts ?? noFacts,
  }
}

/** 429 and 5xx are retryable failures; 404 is an answer. */
function failedCode(code: number | undefined): boolean {
  return code !== undefined && (code >= 500 || code === 429 || code === 408)
}

/**
 * OpenTelemetry's consistent sampling: `ot=th:c` keeps traces whose randomness reaches the threshold; `p:` before it.
 */
export function samplingProbability(traceState: string, fallback: number): number {
  const threshold = /\bot=[^,]*\bth:([0-9a-f]{1,14})/.exec(traceState)?.[1]
  if (threshold !== undefined) {
    const probability = 1 - Number.parseInt(threshold.padEnd(14, '0'), 16) / 2 ** 56
    return probability > 1e-9 ? probability : fallback
  }
  const power = /\bot=[^,]*\bp:(\d{1,2})/.exec(traceState)?.[1]
  return power === undefined ? fallback : 2 ** -Math.min(62, Number(power))
}
