/** OTLP in JSON: keys in lowerCamelCase, ids in hex, 64-bit numbers as text; names of older versions are read too. */
import type { SpanLink, TelemetryResource, TelemetrySink } from '@kept/domain/span.ts'
import { type Json, list, nanosOf, numberOf, record, scalar, textOf } from './json-safe.ts'
import type { TelemetryLimits } from './limits.ts'
import { logOf } from './log-draft.ts'
import { pointOf } from './metric-draft.ts'
import { type Attributes, resourceOf } from './resource-of.ts'
import { otlpKinds, spanOf } from './span-draft.ts'
import { noteAttribute } from './span-facts.ts'

export function isOtlpJson(document: Json): boolean {
  const keys = record(document)
  return [
    'resourceSpans',
    'resourceMetrics',
    'resourceLogs',
    'resource_spans',
    'resource_metrics',
    'resource_logs',
  ].some((key) => Array.isArray(keys[key]))
}

export function readOtlpJson(document: Json, sink: TelemetrySink, limits: TelemetryLimits): void {
  const root = record(document)
  for (const group of list(root.resourceSpans ?? root.resource_spans)) {
    const { resource, scopes } = opened(
      group,
      ['scopeSpans', 'scope_spans', 'instrumentationLibrarySpans'],
      sink,
      limits,
    )
    for (const scope of scopes)
      for (const span of list(record(scope).spans)) readSpan(record(span), resource, sink, limits)
  }
  for (const group of list(root.resourceMetrics ?? root.resource_metrics)) {
    const { resource, scopes } = opened(
      group,
      ['scopeMetrics', 'scope_metrics', 'instrumentationLibraryMetrics'],
      sink,
      limits,
    )
    for (const scope of scopes)
      for (const metric of list(record(scope).metrics)) readMetric(record(metric), resource, sink, limits)
  }
  for (const group of list(root.resourceLogs ?? root.resource_logs)) {
    const { resource, scopes } = opened(group, ['scopeLogs', 'scope_logs', 'instrumentationLibraryLogs'], sink, limits)
    for (const scope of scopes) {
      for (const line of list(record(scope).logRecords ?? record(scope).log_records))
        readLog(record(line), resource, sink, limits)
    }
  }
}

function opened(group: Json, names: string[], sink: TelemetrySink, limits: TelemetryLimits) {
  const fields = record(group)
  const attributes = attributesOf(record(fields.resource).attributes, sink, limits)
  return { resource: resourceOf(attributes), scopes: names.flatMap((name) => list(fields[name])) }
}

function attributesOf(value: Json | undefined, sink: TelemetrySink, limits: TelemetryLimits): Attributes {
  const all = list(value)
  if (all.length > limits.attributes) sink.reject(all.length - limits.attributes, 'attributes beyond the limit')
  const attributes: Attributes = new Map()
  for (const item of all.slice(0, limits.attributes)) {
    const { key, value: rawValue } = record(item)
    const attributeValue = anyValue(rawValue)
    if (typeof key === 'string' && attributeValue !== undefined) attributes.set(key, attributeValue)
  }
  return attributes
}

function anyValue(value: Json | undefined): string | number | boolean | undefined {
  const fields = record(value)
  const integer = fields.intValue ?? fields.int_value
  if (integer !== undefined) return numberOf(integer)
  return scalar(
    fields.stringValue ??
      fields.string_value ??
      fields.boolValue ??
      fields.bool_value ??
      fields.doubleValue ??
      fields.double_value,
  )
}

function readSpan(
  fields: Record<string, Json>,
  resource: TelemetryResource,
  sink: TelemetrySink,
  limits: TelemetryLimits,
): void {
  const facts = {}
  for (const [key, value] of attributesOf(fields.attributes, sink, limits)) noteAttribute(facts, key, value)
  const links: SpanLink[] = list(fields.links)
    .slice(0, limits.attributes)
    .map((link) => ({
      traceId: idOf(record(link).traceId ?? record(link).trace_id),
      spanId: idOf(record(link).spanId ?? record(link).span_id),
    }))
    .filter(({ traceId, spanId }) => traceId !== '' && spanId !== '')
  const span = spanOf(
    {
      traceId: idOf(fields.traceId ?? fields.trace_id),
      spanId: idOf(fields.spanId ?? fields.span_id),
      parentSpanId: idOf(fields.parentSpanId ?? fields.parent_span_id),
      name: textOf(fields.name),
      kind: kindOf(fields.kind),
      status: statusOf(record(fields.status).code),
      startMs: nanosOf(fields.startTimeUnixNano ?? fields.start_time_unix_nano),
      endMs: nanosOf(fields.endTimeUnixNano ?? fields.end_time_unix_nano),
      traceState: textOf(fields.traceState ?? fields.trace_state),
      links,
      facts,
      probability: 1,
    },
    resource,
  )
  if (typeof span === 'string') sink.reject(1, span)
  else sink.span(span)
}

/** Hex by the specification; some senders use protobuf's base64, which works as an id as well. */
function idOf(value: Json | undefined): string {
  const id = textOf(value)
  return /^0*$/.test(id)
    ? ''
    : id.toLowerCase() === id || !/^[0-9a-fA-F]+$/.test(id)
      ? id.slice(0, 64)
      : id.toLowerCase()
}

function kindOf(value: Json | undefined) {
  if (typeof value === 'number') return otlpKinds[value] ?? 'unspecified'
  const kindName = textOf(value).replace('SPAN_KIND_', '').toLowerCase()
  return otlpKinds.find((kind) => kind === kindName) ?? 'unspecified'
}

function statusOf(value: Json | undefined) {
  if (value === 2 || value === 'STATUS_CODE_ERROR' || value === 'ERROR') return 'error' as const
  return value === 1 || value === 'STATUS_CODE_OK' || value === 'OK' ? ('ok' as const) : ('unset' as const)
}

function readMetric(
  fields: Record<string, Json>,
  resource: TelemetryResource,
  sink: TelemetrySink,
  limits: TelemetryLimits,
): void {
  for (const shape of ['gauge', 'sum', 'histogram'] as const) {
    const data = record(fields[shape])
    const temporality = data.aggregationTemporality ?? data.aggregation_temporality
    const isDelta = temporality === 1 || temporality === 'AGGREGATION_TEMPORALITY_DELTA'
    const counts = shape === 'histogram' || (shape === 'sum' && (data.isMonotonic ?? data.is_monotonic) === true)
    for (const item of list(data.dataPoints ?? data.data_points)) {
      const point = record(item)
      const drafted = pointOf({
        resource,
        attributes: attributesOf(point.attributes, sink, limits),
        name: shape === 'histogram' ? `${textOf(fields.name)}.count` : textOf(fields.name),
        unit: textOf(fields.unit),
        kind: counts ? (isDelta ? 'delta' : 'cumulative') : 'gauge',
        timeMs: nanosOf(point.timeUnixNano ?? point.time_unix_nano),
        value: numberOf(
          shape === 'histogram' ? point.count : (point.asDouble ?? point.as_double ?? point.asInt ?? point.as_int),
        ),
      })
      if (typeof drafted === 'string') sink.reject(1, drafted)
      else sink.metric(drafted)
    }
  }
}

function readLog(
  fields: Record<string, Json>,
  resource: TelemetryResource,
  sink: TelemetrySink,
  limits: TelemetryLimits,
): void {
  const line = logOf({
    resource,
    attributes: attributesOf(fields.attributes, sink, limits),
    timeMs: nanosOf(fields.timeUnixNano ?? fields.time_unix_nano) || nanosOf(fields.observedTimeUnixNano),
    severity: numberOf(fields.severityNumber ?? fields.severity_number) || 0,
    body: String(anyValue(fields.body) ?? ''),
    traceId: idOf(fields.traceId ?? fields.trace_id),
  })
  if (typeof line === 'string') sink.reject(1, line)
  else sink.log(line)
}
