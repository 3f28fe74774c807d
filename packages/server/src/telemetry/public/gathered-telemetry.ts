/**
 * The content of one delivery of telemetry, decoded completely before any of it counts: a broken one changes nothing.
 */
import type { ChangeEvent, LogRecord, MetricPoint, Span, TelemetrySink } from '@kept/domain/span.ts'

export class GatheredTelemetry implements TelemetrySink {
  readonly spans: Span[] = []
  readonly metrics: MetricPoint[] = []
  readonly logs: LogRecord[] = []
  readonly events: ChangeEvent[] = []
  /** Unusable items, by reason. */
  readonly dropped = new Map<string, number>()

  get items(): number {
    return this.spans.length + this.metrics.length + this.logs.length + this.events.length
  }

  span(span: Span): void {
    this.spans.push(span)
  }

  metric(point: MetricPoint): void {
    this.metrics.push(point)
  }

  log(record: LogRecord): void {
    this.logs.push(record)
  }

  event(event: ChangeEvent): void {
    this.events.push(event)
  }

  reject(items: number, reason: string): void {
    this.dropped.set(reason, (this.dropped.get(reason) ?? 0) + items)
  }
}
