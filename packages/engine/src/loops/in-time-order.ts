/**
 * Spans in the order of their time, whatever order the files have them in: exports lie by service, or one file for each
 * service, and a trace is only whole when its spans arrive near each other.
 */
import type { Span, TelemetrySink } from '@kept/domain/span.ts'

/** Held before the older half goes on; some 200 MB. Files of fewer spans are in order from first to last. */
const maxHeld = 400_000
/** Beyond this many traces it is counted as the watch counts, which sees a trace that pauses for minutes as two. */
const maxTraces = 2_000_000

export class InTimeOrder implements TelemetrySink {
  readonly #next: TelemetrySink
  readonly #maxHeld: number
  readonly #traces = new Set<string>()
  #held: Span[] = []

  constructor(next: TelemetrySink, limit = maxHeld) {
    this.#next = next
    this.#maxHeld = limit
  }

  /** Undefined when there were too many to distinguish. */
  get traces(): number | undefined {
    return this.#traces.size < maxTraces ? this.#traces.size : undefined
  }

  span(span: Span): void {
    if (this.#traces.size < maxTraces) this.#traces.add(span.traceId)
    this.#held.push(span)
    if (this.#held.length >= this.#maxHeld) this.#release(this.#maxHeld / 2)
  }

  metric: TelemetrySink['metric'] = (point) => this.#next.metric(point)
  log: TelemetrySink['log'] = (record) => this.#next.log(record)
  event: TelemetrySink['event'] = (event) => this.#next.event(event)
  reject: TelemetrySink['reject'] = (items, reason) => this.#next.reject(items, reason)

  /** No more files come. */
  finish(): void {
    this.#release(this.#held.length)
  }

  #release(spans: number): void {
    this.#held.sort((a, b) => a.startMs - b.startMs)
    for (const span of this.#held.slice(0, spans)) this.#next.span(span)
    this.#held = this.#held.slice(spans)
  }
}
