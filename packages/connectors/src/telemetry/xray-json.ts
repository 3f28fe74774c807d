/** AWS X-Ray: segment documents, alone, in a list, or in the response of BatchGetTraces. */
import type { TelemetryResource, TelemetrySink } from '@kept/domain/span.ts'
import { type Json, list, numberOf, parseJson, record, scalar, textOf } from './json-safe.ts'
import type { TelemetryLimits } from './limits.ts'
import { type Attributes, resourceOf } from './resource-of.ts'
import { spanOf } from './span-draft.ts'
import { noteAttribute } from './span-facts.ts'

export function isXrayJson(document: Json): boolean {
  return documentsOf(document)
    .slice(0, 1)
    .some((item) => {
      const fields = typeof item === 'string' ? { Document: item } : record(item)
      return 'Document' in fields || ('trace_id' in fields && 'id' in fields && 'start_time' in fields)
    })
}

function documentsOf(document: Json): Json[] {
  const fields = record(document)
  if (Array.isArray(document)) return document
  if (Array.isArray(fields.Traces)) return fields.Traces.flatMap((trace) => list(record(trace).Segments))
  if (Array.isArray(fields.TraceSegmentDocuments)) return fields.TraceSegmentDocuments
  return [document]
}

export function readXrayJson(document: Json, sink: TelemetrySink, limits: TelemetryLimits): void {
  for (const item of documentsOf(document)) {
    const inner = typeof item === 'string' ? item : record(item).Document
    const segment = record(typeof inner === 'string' ? parseJson(inner, 'An X-Ray segment', limits) : item)
    readSegment(segment, sink, limits)
  }
}

/** Subsegments nest; a work list replaces recursion. */
function readSegment(segment: Record<string, Json>, sink: TelemetrySink, limits: TelemetryLimits): void {
  const resource = resourceOfSegment(segment)
  const todo = [{ fields: segment, parentId: textOf(segment.parent_id) }]
  for (let next = todo.pop(); next; next = todo.pop()) {
    const { fields, parentId } = next
    const facts = {}
    const attributes = { ...record(fields.annotations), ...record(fields.metadata) }
    for (const [key, value] of Object.entries(attributes).slice(0, limits.attributes)) {
      const scalarValue = scalar(value)
      if (scalarValue !== undefined) noteAttribute(facts, key, scalarValue)
    }
    const { request, response } = record(fields.http)
    if (record(request).url !== undefined) noteAttribute(facts, 'url.full', textOf(record(request).url))
    if (record(request).method !== undefined)
      noteAttribute(facts, 'http.request.method', textOf(record(request).method))
    if (record(response).status !== undefined)
      noteAttribute(facts, 'http.response.status_code', numberOf(record(response).status))
    if (record(response).content_length !== undefined)
      noteAttribute(facts, 'http.response.body.size', numberOf(record(response).content_length))
    const sql = record(fields.sql)
    if (sql.sanitized_query !== undefined) noteAttribute(facts, 'db.statement', textOf(sql.sanitized_query))
    if (sql.database_type !== undefined) noteAttribute(facts, 'db.system', textOf(sql.database_type))
    const { operation, message_id: messageId, queue_url: queue } = record(fields.aws)
    if (messageId !== undefined) noteAttribute(facts, 'messaging.message.id', textOf(messageId))
    if (queue !== undefined) noteAttribute(facts, 'messaging.destination.name', textOf(queue))
    const startMs = numberOf(fields.start_time) * 1000
    const span = spanOf(
      {
        traceId: textOf(segment.trace_id),
        spanId: textOf(fields.id),
        parentSpanId: parentId,
        name: operation === undefined ? nameOf(fields) : `${textOf(fields.name)}.${textOf(operation)}`,
        kind:
          fields === segment
            ? 'server'
            : fields.namespace === 'aws' || fields.namespace === 'remote'
              ? 'client'
              : 'internal',
        status: fields.fault === true || fields.error === true || fields.throttle === true ? 'error' : 'unset',
        startMs,
        endMs: (numberOf(fields.end_time) || startMs / 1000) * 1000,
        traceState: '',
        links: list(fields.links).map((link) => ({
          traceId: textOf(record(link).trace_id),
          spanId: textOf(record(link).id),
        })),
        facts,
        probability: 1,
      },
      resource,
    )
    if (typeof span === 'string') sink.reject(1, span)
    else sink.span(span)
    for (const child of list(fields.subsegments)) todo.push({ fields: record(child), parentId: textOf(fields.id) })
  }
}

/** Lambda writes two segments of one name: the service's, and inside it the function's. It is no call to itself. */
function nameOf(fields: Record<string, Json>): string {
  return fields.origin === 'AWS::Lambda' ? `${textOf(fields.name)} (invoke)` : textOf(fields.name)
}

function resourceOfSegment(segment: Record<string, Json>): TelemetryResource {
  const attributes: Attributes = new Map([['cloud.provider', 'aws']])
  const arn = textOf(segment.resource_arn) || textOf(record(segment.aws).resource_arn)
  attributes.set('service.name', textOf(segment.name))
  if (arn) attributes.set('cloud.resource_id', arn)
  if (/lambda/i.test(textOf(segment.origin))) attributes.set('cloud.platform', 'aws_lambda')
  if (/ecs|eks/i.test(textOf(segment.origin))) attributes.set('cloud.platform', 'aws_ecs')
  const region = textOf(record(segment.aws).region)
  if (region) attributes.set('cloud.region', region)
  return resourceOf(attributes)
}
