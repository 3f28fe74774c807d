import type { ChangeEvent, LogRecord, MetricPoint, Span, TelemetrySink } from '@kept/domain/span.ts'
import type { TelemetryLimits } from '../limits.ts'
import { readTelemetry } from '../read-telemetry.ts'

/** For tests: collects everything a reader emits. */
export async function collectTelemetry(bytes: Uint8Array | string, name = 'file', limits?: TelemetryLimits) {
  const spans: Span[] = []
  const points: MetricPoint[] = []
  const logs: LogRecord[] = []
  const events: ChangeEvent[] = []
  const rejected: Record<string, number> = {}
  const sink: TelemetrySink = {
    span: (span) => void spans.push(span),
    metric: (point) => void points.push(point),
    log: (record) => void logs.push(record),
    event: (event) => void events.push(event),
    reject: (items, reason) => {
      rejected[reason] = (rejected[reason] ?? 0) + items
    },
  }
  const content = typeof bytes === 'string' ? new TextEncoder().encode(bytes) : bytes
  const parts = async function* () {
    for (let offset = 0; offset < content.length; offset += 7_919) yield content.subarray(offset, offset + 7_919)
  }
  await readTelemetry(parts(), name, sink, limits)
  return { spans, points, logs, events, rejected }
}
