/**
 * Samples the telemetry that is stored for a week. Complete traces are sampled, as many as fit into a minute; their
 * sampling probability is stored, so that figures over them stay correct.
 */
import type { TelemetryItem } from '@kept/store/telemetry/items.ts'
import type { GatheredTelemetry } from '../telemetry/public/gathered-telemetry.ts'

interface SampleLimits {
  spansOfMinute: number
  othersOfMinute: number
}

const sampleLimits: SampleLimits = { spansOfMinute: 2_000, othersOfMinute: 2_000 }

export class TelemetrySample {
  readonly #limits: SampleLimits
  #items: TelemetryItem[] = []
  #share = 1
  #seen = 0
  #spans = 0
  #others = 0

  constructor(limits: SampleLimits = sampleLimits) {
    this.#limits = limits
  }

  add({ spans, metrics, logs, events }: GatheredTelemetry): void {
    this.#seen += spans.length
    for (const span of spans) {
      // A trace may be endless: beyond twice the share of a minute nothing more of it is stored.
      if (this.#spans >= this.#limits.spansOfMinute * 2) break
      if (this.#share < 1 && hashOf(span.traceId) > this.#share) continue
      this.#spans += 1
      const body = this.#share < 1 ? { ...span, probability: span.probability * this.#share } : span
      this.#items.push({ signal: 'span', at: span.startMs, trace: span.traceId, body })
    }
    for (const body of metrics) this.#other({ signal: 'metric', at: body.timeMs, trace: '', body })
    for (const body of logs) this.#other({ signal: 'log', at: body.timeMs, trace: body.traceId, body })
    for (const body of events) this.#other({ signal: 'event', at: body.timeMs, trace: '', body })
  }

  /** Returns the items to write; the count of a minute restarts when `minuteEnds`. */
  drain(minuteEnds: boolean): TelemetryItem[] {
    const items = this.#items
    this.#items = []
    if (minuteEnds) {
      this.#share = Math.min(1, this.#limits.spansOfMinute / Math.max(1, this.#seen))
      this.#seen = 0
      this.#spans = 0
      this.#others = 0
    }
    return items
  }

  #other(item: TelemetryItem): void {
    if (this.#others >= this.#limits.othersOfMinute) return
    this.#others += 1
    this.#items.push(item)
  }
}

/** FNV-1a of a trace id as a number in [0, 1): every process samples the same traces. */
function hashOf(trace: string): number {
  let hash = 2_166_136_261
  for (let i = 0; i < trace.length; i += 1) {
    hash ^= trace.charCodeAt(i)
    hash = Math.imul(hash, 16_777_619)
  }
  return (hash >>> 0) / 4_294_967_296
}
