/** Attributes of OTLP in protobuf: relevant ones are read, within limits, and others skipped. */
import type { TelemetrySink } from '@kept/domain/span.ts'
import type { TelemetryLimits } from './limits.ts'
import type { WireReader } from './protobuf.ts'
import type { Attributes } from './resource-of.ts'

/** Visits each message in a field; other fields are skipped. */
export function eachNested(reader: WireReader, end: number, field: number, visit: (end: number) => void): void {
  while (reader.next(end)) {
    if (reader.field === field) visit(reader.length(end))
    else reader.skip(end)
  }
}

export function resourceAttributes(
  reader: WireReader,
  end: number,
  limits: TelemetryLimits,
  sink: TelemetrySink,
): Attributes {
  const attributes: Attributes = new Map()
  eachNested(reader, end, 1, (resourceEnd) => readAttributes(reader, resourceEnd, 1, attributes, limits, sink))
  return attributes
}

function readAttributes(
  reader: WireReader,
  end: number,
  field: number,
  target: Attributes,
  limits: TelemetryLimits,
  sink: TelemetrySink,
): void {
  let count = 0
  eachNested(reader, end, field, (attributeEnd) => {
    count += 1
    if (count <= limits.attributes)
      readAttribute(reader, attributeEnd, limits, undefined, (key, value) => target.set(key, value))
    reader.position = attributeEnd
  })
  if (count > limits.attributes) sink.reject(count - limits.attributes, 'attributes beyond the limit')
}

export function readAttribute(
  reader: WireReader,
  end: number,
  limits: TelemetryLimits,
  filter: ((key: string) => boolean) | undefined,
  note: (key: string, value: string | number | boolean) => void,
): void {
  let key = ''
  while (reader.next(end)) {
    if (reader.field === 1) {
      key = reader.text(Math.min(reader.length(end), reader.position + 1 + limits.valueLength))
      if (filter && !filter(key)) return
    } else if (reader.field === 2) {
      const value = readValue(reader, reader.length(end), limits)
      if (value !== undefined) note(key, value)
    } else reader.skip(end)
  }
}

/** A scalar; lists and maps are irrelevant for loops and skipped as a whole, however deep they nest. */
export function readValue(
  reader: WireReader,
  end: number,
  limits: TelemetryLimits,
): string | number | boolean | undefined {
  let value: string | number | boolean | undefined
  while (reader.next(end)) {
    if (reader.field === 1) {
      const to = reader.length(end)
      value = reader.text(Math.min(to, reader.position + limits.valueLength))
      reader.position = to
    } else if (reader.field === 2 && reader.wire === 0) value = reader.varint() !== 0
    else if (reader.field === 3 && reader.wire === 0) value = reader.signed()
    else if (reader.field === 4) value = reader.double()
    else reader.skip(end)
  }
  return value
}
