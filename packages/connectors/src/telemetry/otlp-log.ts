/** A log record of OTLP in protobuf. */
import type { TelemetryResource, TelemetrySink } from '@kept/domain/span.ts'
import type { TelemetryLimits } from './limits.ts'
import { logOf } from './log-draft.ts'
import { readAttribute, readValue } from './otlp-attributes.ts'
import type { WireReader } from './protobuf.ts'
import type { Attributes } from './resource-of.ts'

export function readLog(
  reader: WireReader,
  end: number,
  resource: TelemetryResource,
  sink: TelemetrySink,
  limits: TelemetryLimits,
): void {
  let [timeMs, observedMs, severity, body, traceId] = [0, 0, 0, '', '']
  const attributes: Attributes = new Map()
  while (reader.next(end)) {
    if (reader.field === 1) timeMs = reader.nanosAsMs()
    else if (reader.field === 11 && reader.wire === 1) observedMs = reader.nanosAsMs()
    else if (reader.field === 2 && reader.wire === 0) severity = reader.varint()
    else if (reader.field === 5) body = String(readValue(reader, reader.length(end), limits) ?? '')
    else if (reader.field === 9) traceId = reader.hex(reader.length(end))
    else if (reader.field === 6) {
      const to = reader.length(end)
      if (attributes.size < limits.attributes)
        readAttribute(reader, to, limits, undefined, (key, value) => attributes.set(key, value))
      reader.position = to
    } else reader.skip(end)
  }
  const record = logOf({ resource, attributes, timeMs: timeMs || observedMs, severity, body, traceId })
  if (typeof record === 'string') sink.reject(1, record)
  else sink.log(record)
}
