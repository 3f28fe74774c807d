/** The stage of a loop scenario: services, their telemetry, and realistic noise, all from one seed. */
import type { ChangeEvent, MetricPoint, Span, SpanFacts, SpanKind, TelemetryResource } from '@kept/domain/span.ts'
import { type Random, random } from '../random.ts'

/** A Tuesday morning. */
const start = 1_772_524_800_000
const minuteMs = 60_000

interface SpanPart {
  trace: string
  parent?: string
  service: TelemetryResource
  name: string
  kind?: SpanKind
  atMs: number
  ms: number
  failed?: boolean
  facts?: SpanFacts
}

export class Stage {
  readonly rng: Random
  readonly spans: Span[] = []
  readonly points: MetricPoint[] = []
  readonly events: ChangeEvent[] = []
  /** Sampling probability of traces. */
  readonly sampling: number
  /** Share of lost metric points. */
  readonly missing: number
  readonly minutes: number
  readonly #skew = new Map<string, number>()
  #ids = 0

  constructor(seed: string, minutes: number, minSampling = 0.1) {
    this.rng = random(seed)
    this.minutes = minutes
    const share = minSampling ** this.rng.next()
    this.sampling = this.rng.chance(0.4) ? 1 : share
    this.missing = this.rng.chance(0.5) ? 0 : this.rng.next() * 0.05
  }

  timeAt(minute: number): number {
    return start + minute * minuteMs
  }

  minuteOf(timeMs: number): number {
    return Math.floor((timeMs - start) / minuteMs)
  }

  /** A trace id; whether its trace is sampled is decided once, before it is generated. */
  trace(): string | undefined {
    return this.rng.next() < this.sampling ? this.id() : undefined
  }

  id(): string {
    this.#ids += 1
    return this.#ids.toString(16).padStart(16, '0')
  }

  service(name: string, more: Partial<TelemetryResource> = {}): TelemetryResource {
    return {
      id: name,
      name,
      kind: 'container',
      provider: 'aws',
      region: 'eu-west-1',
      instance: `${name}-0`,
      version: '',
      critical: false,
      bulk: false,
      ...more,
    }
  }

  /** Adds a span and returns its id. */
  span({
    trace,
    parent = '',
    service,
    name,
    kind = 'internal',
    atMs,
    ms,
    failed = false,
    facts = {},
  }: SpanPart): string {
    let skew = this.#skew.get(service.id)
    if (skew === undefined) {
      skew = (this.rng.next() - 0.5) * 4000
      this.#skew.set(service.id, skew)
    }
    const spanId = this.id()
    this.spans.push({
      traceId: trace,
      spanId,
      parentSpanId: parent,
      resource: service,
      name,
      kind,
      status: failed ? 'error' : 'unset',
      startMs: atMs + skew,
      durationMs: ms,
      probability: this.sampling,
      links: [],
      facts,
    })
    return spanId
  }

  point(service: TelemetryResource, metric: string, atMs: number, value: number, unit = ''): void {
    if (this.rng.next() < this.missing) return
    this.points.push({ resource: service, metric, series: '', unit, kind: 'gauge', timeMs: atMs, value })
  }

  event(service: TelemetryResource, kind: ChangeEvent['kind'], atMs: number, more: Partial<ChangeEvent> = {}): void {
    this.events.push({
      resource: service,
      timeMs: atMs,
      kind,
      from: null,
      to: null,
      delta: null,
      generation: '',
      actor: '',
      description: '',
      count: 1,
      ...more,
    })
  }

  /** Starts of a Poisson process at `perMinute`, between two minutes. */
  *arrivals(perMinute: number, from: number, to: number): Generator<number> {
    for (
      let arrivalMs = this.timeAt(from) + this.exponential(minuteMs / perMinute);
      arrivalMs < this.timeAt(to);
      arrivalMs += this.exponential(minuteMs / perMinute)
    )
      yield arrivalMs
  }

  exponential(mean: number): number {
    return -Math.log(1 - this.rng.next()) * mean
  }

  normal(): number {
    return Math.sqrt(-2 * Math.log(1 - this.rng.next())) * Math.cos(2 * Math.PI * this.rng.next())
  }

  between(low: number, high: number): number {
    return low + this.rng.next() * (high - low)
  }
}
