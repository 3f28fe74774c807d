/** OTLP in protobuf: the three export requests, parsed in place. */
import type { TelemetrySink } from '@kept/domain/span.ts'
import type { TelemetryLimits } from './limits.ts'
import { eachNested, resourceAttributes } from './otlp-attributes.ts'
import { readLog } from './otlp-log.ts'
import { readMetric } from './otlp-metric.ts'
import { readSpan } from './otlp-span.ts'
import { WireReader } from './protobuf.ts'
import { resourceOf } from './resource-of.ts'

export type OtlpSignal = 'traces' | 'metrics' | 'logs'

/** Emits everything in one ExportTraceServiceRequest, ExportMetricsServiceRequest or ExportLogsServiceRequest. */
export function readOtlpProtobuf(
  bytes: Uint8Array,
  signal: OtlpSignal,
  sink: TelemetrySink,
  limits: TelemetryLimits,
): void {
  const reader = new WireReader(bytes)
  const readItem = { traces: readSpan, metrics: readMetric, logs: readLog }[signal]
  while (reader.next(reader.end)) {
    if (reader.field !== 1) reader.skip(reader.end)
    else {
      const end = reader.length(reader.end)
      const start = reader.position
      const resource = resourceOf(resourceAttributes(reader, end, limits, sink))
      reader.position = start
      eachNested(reader, end, 2, (scopeEnd) =>
        eachNested(reader, scopeEnd, 2, (itemEnd) => {
          readItem(reader, itemEnd, resource, sink, limits)
          reader.position = itemEnd
        }),
      )
    }
  }
}

/** The type of a message: the first field of a span is its 16-byte trace, of a metric a name, of a log a time. */
export function signalOf(bytes: Uint8Array): OtlpSignal | undefined {
  try {
    const reader = new WireReader(bytes)
    let signal: OtlpSignal | undefined
    while (!signal && reader.next(reader.end)) {
      if (reader.field !== 1 || reader.wire !== 2) return undefined
      eachNested(reader, reader.length(reader.end), 2, (scopeEnd) =>
        eachNested(reader, scopeEnd, 2, (itemEnd) => {
          const tags: string[] = []
          while (reader.next(itemEnd)) {
            const start = reader.position
            tags.push(`${reader.field}/${reader.wire}`)
            if (reader.field === 1 && reader.wire === 2 && reader.length(itemEnd) - reader.position === 16)
              tags.push('trace')
            reader.position = start
            reader.skip(itemEnd)
          }
          if (tags.includes('trace') && tags.includes('2/2')) signal ??= 'traces'
          else if (tags.includes('1/1') || tags.includes('11/1')) signal ??= 'logs'
          else if (['5/2', '7/2', '9/2', '10/2', '11/2'].some((tag) => tags.includes(tag))) signal ??= 'metrics'
          reader.position = itemEnd
        }),
      )
    }
    return signal
  } catch {
    // Not protobuf at all: the caller reports what was expected.
    return undefined
  }
}
