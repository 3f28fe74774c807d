/** Zipkin's JSON, version 2: a list of spans. */
import type { TelemetrySink } from '@kept/domain/span.ts'
import { type Json, numberOf, record, scalar, textOf } from './json-safe.ts'
import type { TelemetryLimits } from './limits.ts'
import { type Attributes, resourceOf } from './resource-of.ts'
import { otlpKinds, spanOf } from './span-draft.ts'
import { noteAttribute } from './span-facts.ts'

export function isZipkinJson(document: Json): boolean {
  if (!Array.isArray(document)) return false
  const first = record(Array.isArray(document[0]) ? document[0][0] : document[0])
  return 'traceId' in first && 'id' in first && !('spanId' in first)
}

export function readZipkinJson(document: Json, sink: TelemetrySink, limits: TelemetryLimits): void {
  const spans = Array.isArray(document) ? document.flatMap((item) => (Array.isArray(item) ? item : [item])) : []
  // In Zipkin's shared spans both sides of a call have one id: the server's side becomes a child of the client's.
  const clients = new Set(
    spans
      .filter((item) => record(item).kind === 'CLIENT')
      .map((item) => `${textOf(record(item).traceId)}/${textOf(record(item).id)}`),
  )
  for (const item of spans) {
    const fields = record(item)
    const tags = Object.entries(record(fields.tags)).slice(0, limits.attributes)
    const attributes: Attributes = new Map()
    const facts = {}
    for (const [key, value] of tags) {
      const scalarValue = scalar(value)
      if (scalarValue === undefined) continue
      attributes.set(key, scalarValue)
      noteAttribute(facts, key, scalarValue)
    }
    attributes.set('service.name', textOf(record(fields.localEndpoint).serviceName))
    const kindName = textOf(fields.kind).toLowerCase()
    const startMs = numberOf(fields.timestamp) / 1000
    const shared =
      kindName === 'server' && (fields.shared === true || clients.has(`${textOf(fields.traceId)}/${textOf(fields.id)}`))
    const span = spanOf(
      {
        traceId: textOf(fields.traceId),
        spanId: shared ? `${textOf(fields.id)}/server` : textOf(fields.id),
        parentSpanId: shared ? textOf(fields.id) : textOf(fields.parentId),
        name: textOf(fields.name),
        kind: otlpKinds.find((kind) => kind === kindName) ?? 'unspecified',
        status: 'error' in record(fields.tags) ? 'error' : 'unset',
        startMs,
        endMs: startMs + (numberOf(fields.duration) || 0) / 1000,
        traceState: '',
        links: undefined,
        facts,
        probability: 1,
      },
      resourceOf(attributes),
    )
    if (typeof span === 'string') sink.reject(1, span)
    else sink.span(span)
  }
}
