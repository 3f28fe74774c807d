/** A span of OTLP in protobuf. */
import type { SpanLink, TelemetryResource, TelemetrySink } from '@kept/domain/span.ts'
import type { TelemetryLimits } from './limits.ts'
import { readAttribute } from './otlp-attributes.ts'
import { malformed, type WireReader } from './protobuf.ts'
import { otlpKinds, type SpanDraft, spanOf } from './span-draft.ts'
import { isMeaningful, noteAttribute } from './span-facts.ts'

export function readSpan(
  reader: WireReader,
  end: number,
  resource: TelemetryResource,
  sink: TelemetrySink,
  limits: TelemetryLimits,
): void {
  const draft: SpanDraft = {
    traceId: '',
    spanId: '',
    parentSpanId: '',
    name: '',
    kind: 'unspecified',
    status: 'unset',
    startMs: Number.NaN,
    endMs: Number.NaN,
    traceState: '',
    links: undefined,
    facts: undefined,
    probability: 1,
  }
  let attributes = 0
  while (reader.next(end)) {
    switch (reader.field) {
      case 1:
        draft.traceId = id(reader, end)
        break
      case 2:
        draft.spanId = id(reader, end)
        break
      case 3:
        draft.traceState = reader.text(reader.length(end))
        break
      case 4:
        draft.parentSpanId = id(reader, end)
        break
      case 5:
        draft.name = reader.text(reader.length(end))
        break
      case 6:
        draft.kind = otlpKinds[reader.varint()] ?? 'unspecified'
        break
      case 7:
        draft.startMs = reader.nanosAsMs()
        break
      case 8:
        draft.endMs = reader.nanosAsMs()
        break
      case 9: {
        attributes += 1
        const to = reader.length(end)
        if (attributes <= limits.attributes) {
          readAttribute(reader, to, limits, isMeaningful, (key, value) => {
            draft.facts ??= {}
            noteAttribute(draft.facts, key, value)
          })
        }
        reader.position = to
        break
      }
      case 13: {
        const to = reader.length(end)
        const link = readLink(reader, to)
        if (link && (draft.links?.length ?? 0) < limits.attributes) draft.links = [...(draft.links ?? []), link]
        break
      }
      case 15:
        draft.status = readStatus(reader, reader.length(end))
        break
      default:
        reader.skip(end)
    }
  }
  if (attributes > limits.attributes) sink.reject(attributes - limits.attributes, 'attributes beyond the limit')
  const span = spanOf(draft, resource)
  if (typeof span === 'string') sink.reject(1, span)
  else sink.span(span)
}

function readStatus(reader: WireReader, end: number): SpanDraft['status'] {
  let status: SpanDraft['status'] = 'unset'
  while (reader.next(end)) {
    if (reader.field === 3 && reader.wire === 0)
      status = (['unset', 'ok', 'error'] as const)[reader.varint()] ?? 'unset'
    else reader.skip(end)
  }
  return status
}

function id(reader: WireReader, end: number): string {
  const to = reader.length(end)
  const size = to - reader.position
  if (size !== 0 && size !== 8 && size !== 16) throw malformed(`an id has ${size} bytes`)
  const text = reader.hex(to)
  return /^0*$/.test(text) ? '' : text
}

function readLink(reader: WireReader, end: number): SpanLink | undefined {
  const link = { traceId: '', spanId: '' }
  while (reader.next(end)) {
    if (reader.field === 1) link.traceId = id(reader, end)
    else if (reader.field === 2) link.spanId = id(reader, end)
    else reader.skip(end)
  }
  return link.traceId !== '' && link.spanId !== '' ? link : undefined
}
