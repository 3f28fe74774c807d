/** Jaeger's JSON, as its query service and its UI write it: `{ data: [{ traceID, spans, processes }] }`. */
import type { SpanLink, TelemetrySink } from '@kept/domain/span.ts'
import { type Json, list, numberOf, record, scalar, textOf } from './json-safe.ts'
import type { TelemetryLimits } from './limits.ts'
import { type Attributes, resourceOf } from './resource-of.ts'
import { otlpKinds, spanOf } from './span-draft.ts'
import { noteAttribute } from './span-facts.ts'

export function isJaegerJson(document: Json): boolean {
  return tracesOf(document).some((trace) => Array.isArray(record(trace).spans) && 'processes' in record(trace))
}

function tracesOf(document: Json): Json[] {
  if (Array.isArray(document)) return document
  return 'data' in record(document) ? list(record(document).data) : [document]
}

export function readJaegerJson(document: Json, sink: TelemetrySink, limits: TelemetryLimits): void {
  for (const trace of tracesOf(document)) {
    const processes = new Map(
      Object.entries(record(record(trace).processes)).map(([id, process]) => {
        const { serviceName, tags } = record(process)
        return [id, resourceOf(tagsOf(tags, limits).set('service.name', textOf(serviceName)))]
      }),
    )
    for (const item of list(record(trace).spans)) {
      const fields = record(item)
      const resource = processes.get(textOf(fields.processID)) ?? resourceOf(new Map())
      const tags = tagsOf(fields.tags, limits)
      const references = list(fields.references).map(record)
      const traceId = textOf(fields.traceID)
      const parent =
        references.find(({ refType, traceID }) => refType === 'CHILD_OF' && textOf(traceID) === traceId) ??
        references.find(({ traceID }) => textOf(traceID) === traceId)
      const links: SpanLink[] = references
        .filter((reference) => reference !== parent)
        .map(({ traceID, spanID }) => ({ traceId: textOf(traceID), spanId: textOf(spanID) }))
      const facts = {}
      for (const [key, value] of tags) noteAttribute(facts, key, value)
      const startMs = numberOf(fields.startTime) / 1000
      const span = spanOf(
        {
          traceId,
          spanId: textOf(fields.spanID),
          parentSpanId: textOf(parent?.spanID) || textOf(fields.parentSpanID),
          name: textOf(fields.operationName),
          kind: otlpKinds.find((kind) => kind === tags.get('span.kind')) ?? 'unspecified',
          status:
            tags.get('error') === true || tags.get('error') === 'true' || tags.get('otel.status_code') === 'ERROR'
              ? 'error'
              : tags.get('otel.status_code') === 'OK'
                ? 'ok'
                : 'unset',
          startMs,
          endMs: startMs + (numberOf(fields.duration) || 0) / 1000,
          traceState: textOf(tags.get('w3c.tracestate') as Json),
          links,
          facts,
          probability: samplerShare(tags),
        },
        resource,
      )
      if (typeof span === 'string') sink.reject(1, span)
      else sink.span(span)
    }
  }
}

/** Jaeger's own sampler records the probability with which it sampled the trace. */
function samplerShare(tags: Attributes): number {
  const share = Number(tags.get('sampler.param'))
  return tags.get('sampler.type') === 'probabilistic' && share > 0 && share <= 1 ? share : 1
}

function tagsOf(value: Json | undefined, limits: TelemetryLimits): Attributes {
  const tags: Attributes = new Map()
  for (const tag of list(value).slice(0, limits.attributes)) {
    const tagValue = scalar(record(tag).value)
    if (tagValue !== undefined) tags.set(textOf(record(tag).key), tagValue)
  }
  return tags
}
