/** Writes OTLP protobuf, for tests and benchmarks: the counterpart of the reader. */
import type { Span } from '@kept/domain/span.ts'

type Part = Uint8Array

const encoder = new TextEncoder()
const kinds = ['unspecified', 'internal', 'server', 'client', 'producer', 'consumer']

function varint(value: number): Part {
  const bytes: number[] = []
  for (let remaining = value; ; remaining = Math.floor(remaining / 128)) {
    if (remaining < 128) {
      bytes.push(remaining)
      return Uint8Array.from(bytes)
    }
    bytes.push((remaining % 128) + 128)
  }
}

export function joined(parts: readonly Part[]): Part {
  const result = new Uint8Array(parts.reduce((size, part) => size + part.length, 0))
  let offset = 0
  for (const part of parts) {
    result.set(part, offset)
    offset += part.length
  }
  return result
}

export function bytesField(field: number, content: Part | string): Part {
  const bytes = typeof content === 'string' ? encoder.encode(content) : content
  return joined([varint(field * 8 + 2), varint(bytes.length), bytes])
}

function varintField(field: number, value: number): Part {
  return joined([varint(field * 8), varint(value)])
}

export function timeField(field: number, ms: number): Part {
  const bytes = new Uint8Array(9)
  bytes[0] = field * 8 + 1
  new DataView(bytes.buffer).setBigUint64(1, BigInt(Math.round(ms * 1000)) * 1000n, true)
  return bytes
}

export function attribute(key: string, value: string | number | boolean): Part {
  const anyValue =
    typeof value === 'string'
      ? bytesField(1, value)
      : typeof value === 'boolean'
        ? varintField(2, Number(value))
        : varintField(3, value)
  return joined([bytesField(1, key), bytesField(2, anyValue)])
}

/** A request with the spans of each service; attributes next to the span as OpenTelemetry names them. */
export function exportTraces(
  groups: readonly {
    service: string
    spans: readonly { span: Span; attributes: Record<string, string | number | boolean> }[]
  }[],
): Part {
  return joined(
    groups.map(({ service, spans }) =>
      bytesField(
        1,
        joined([
          bytesField(1, bytesField(1, attribute('service.name', service))),
          bytesField(2, joined(spans.map(({ span, attributes }) => bytesField(2, spanPart(span, attributes))))),
        ]),
      ),
    ),
  )
}

function spanPart(span: Span, attributes: Record<string, string | number | boolean>): Part {
  return joined([
    bytesField(1, unhex(span.traceId, 16)),
    bytesField(2, unhex(span.spanId, 8)),
    ...(span.parentSpanId ? [bytesField(4, unhex(span.parentSpanId, 8))] : []),
    bytesField(5, span.name),
    varintField(6, kinds.indexOf(span.kind)),
    timeField(7, span.startMs),
    timeField(8, span.startMs + span.durationMs),
    ...Object.entries(attributes).map(([key, value]) => bytesField(9, attribute(key, value))),
    ...(span.status === 'error' ? [bytesField(15, varintField(3, 2))] : []),
  ])
}

function unhex(id: string, size: number): Part {
  const text = id.padStart(size * 2, '0')
  return Uint8Array.from({ length: size }, (_, index) => Number.parseInt(text.slice(index * 2, index * 2 + 2), 16))
}
