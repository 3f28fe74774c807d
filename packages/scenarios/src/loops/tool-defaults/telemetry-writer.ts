/** Writes a world as tools export it: OTLP in JSON, metrics in CSV, Kubernetes events. Attributes as SDKs set them by default. */
import { normal, type Random, random } from '../../random.ts'
import { type Attributes, attributeList } from './otlp-attributes.ts'
import { OtlpSeries } from './otlp-series.ts'

/** Kinds of spans by their number in OTLP. */
const kinds = { internal: 1, server: 2, client: 3, producer: 4, consumer: 5 } as const

interface SpanDraft {
  service: string
  instance?: string
  name: string
  kind: keyof typeof kinds
  trace: string
  parent?: string
  /** Minutes from the start of the world. */
  at: number
  ms: number
  failed?: boolean
  link?: { trace: string; span: string } | undefined
  attributes?: Attributes
}

interface EventDraft {
  kind: 'Deployment' | 'HorizontalPodAutoscaler' | 'Pod' | 'Node' | 'Job' | 'CronJob'
  name: string
  reason: string
  message: string
  at: number
  component: string
  type?: 'Normal' | 'Warning'
  count?: number
}

interface Losses {
  /** Share of traces that are kept; the spans do not say so. */
  sampled?: number
  /** The same, kept by the id of the trace, as the default sampler of the SDKs for Go and Python does. */
  sampledById?: number
  /** Share of spans that are lost on the way. */
  lost?: number
  /** Seconds by which the clocks of services differ. */
  skewSeconds?: number
}

export interface TelemetryFile {
  name: string
  text: string
}

/** A Wednesday, not at a full hour. */
const beginMs = 1_783_505_843_000

export class TelemetryWriter {
  readonly rng: Random
  readonly beginMs: number
  readonly #losses: Losses
  readonly #spans = new Map<string, object[]>()
  readonly #clocks = new Map<string, number>()
  readonly #dropped = new Set<string>()
  #rows: { at: number; row: string }[] = []
  #events: object[] = []
  readonly #resources = new Map<string, Attributes>()
  readonly #series = new OtlpSeries()

  constructor(seed: string, losses: Losses = {}) {
    this.rng = random(`tool-defaults/${seed}`)
    this.beginMs = beginMs + this.rng.integer(0, 3_599) * 1000
    this.#losses = losses
  }

  between(low: number, high: number): number {
    return low + this.rng.next() * (high - low)
  }

  normal(): number {
    return normal(this.rng)
  }

  trace(): string {
    const id = this.rng.hex(32)
    if (this.rng.next() >= (this.#losses.sampled ?? 1)) this.#dropped.add(id)
    const bound = this.#losses.sampledById
    if (bound !== undefined && BigInt(`0x${id.slice(16)}`) >= BigInt(Math.round(bound * 2 ** 64))) this.#dropped.add(id)
    return id
  }

  /** A trace that is kept or dropped with another, as the flag that is passed along says. */
  traceAlong(other: string): string {
    const id = this.rng.hex(32)
    if (this.#dropped.has(other)) this.#dropped.add(id)
    return id
  }

  /** Starts by chance, so many a minute. */
  *starts(perMinute: number, from: number, to: number): Generator<number> {
    const wait = () => -Math.log(1 - this.rng.next()) / perMinute
    for (let at = from + wait(); at < to; at += wait()) yield at
  }

  span(draft: SpanDraft): string {
    const id = this.rng.hex(16)
    if (this.#dropped.has(draft.trace) || this.rng.next() < (this.#losses.lost ?? 0)) return id
    const startMs = this.beginMs + draft.at * 60_000 + this.#clockOf(draft.service)
    const key = `${draft.service}|${draft.instance ?? ''}`
    const list = this.#spans.get(key) ?? []
    this.#spans.set(key, list)
    list.push({
      ...{ traceId: draft.trace, spanId: id, name: draft.name, kind: kinds[draft.kind] },
      ...(draft.parent ? { parentSpanId: draft.parent } : {}),
      ...{ startTimeUnixNano: this.#nanos(startMs), endTimeUnixNano: this.#nanos(startMs + draft.ms) },
      ...(draft.failed ? { status: { code: 2 } } : {}),
      ...(draft.link ? { links: [{ traceId: draft.link.trace, spanId: draft.link.span }] } : {}),
      attributes: attributeList(draft.attributes ?? {}),
    })
    return id
  }

  point(resource: string, metric: string, at: number, value: number): void {
    const time = this.#instant(at)
    this.#rows.push({ at, row: `${time},${resource},${metric},${value}` })
  }

  /** What the SDK or the platform says of a service, or of one of its instances, beside its name. */
  describe(service: string, attributes: Attributes, instance = ''): void {
    this.#resources.set(`${service}|${instance}`, attributes)
  }

  /** A point of a series over OTLP, whose attributes tell it from others of its name. */
  measure(series: Parameters<OtlpSeries['add']>[0], at: number, value: number): void {
    this.#series.add(series, this.#nanos(this.beginMs + at * 60_000), value)
  }

  /** An event as the API server of Kubernetes keeps it. */
  event({ kind, name, reason, message, at, component, type = 'Normal', count = 1 }: EventDraft): void {
    this.#events.push({
      ...{ involvedObject: { kind, name, namespace: 'prod' }, reason, message, lastTimestamp: this.#instant(at) },
      ...{ type, count, source: { component } },
    })
  }

  /** A rolling update, as the controller of a Deployment reports it. */
  rollout(deployment: string, at: number): void {
    const [before, after] = [this.rng.hex(9), this.rng.hex(9)]
    for (let pod = 1; pod <= 3; pod += 1) {
      this.#scaling(
        deployment,
        at + pod * 0.2,
        `Scaled up replica set ${deployment}-${after} to ${pod} from ${pod - 1}`,
      )
      const left = 3 - pod
      this.#scaling(
        deployment,
        at + pod * 0.2,
        `Scaled down replica set ${deployment}-${before} to ${left} from ${left + 1}`,
      )
    }
  }

  files(): TelemetryFile[] {
    const files: TelemetryFile[] = []
    const lines = [...this.#spans].map(([key, spans]) => {
      const [service = '', instance = ''] = key.split('|')
      const attributes = attributeList({
        'service.name': service,
        ...(instance && { 'service.instance.id': instance }),
        ...this.#resources.get(key),
      })
      return JSON.stringify({ resourceSpans: [{ resource: { attributes }, scopeSpans: [{ spans }] }] })
    })
    if (lines.length > 0) files.push({ name: 'traces.otlp.json', text: `${lines.join('\n')}\n` })
    const series = this.#series.documents((service) => ({
      'service.name': service,
      ...this.#resources.get(`${service}|`),
    }))
    if (series.length > 0) files.push({ name: 'metrics.otlp.json', text: `${series.join('\n')}\n` })
    if (this.#rows.length > 0) {
      const rows = this.#rows.toSorted((a, b) => a.at - b.at).map(({ row }) => row)
      files.push({ name: 'metrics.csv', text: ['timestamp,resource,metric,value', ...rows, ''].join('\n') })
    }
    if (this.#events.length > 0)
      files.push({
        name: 'events.json',
        text: JSON.stringify({ apiVersion: 'v1', kind: 'EventList', items: this.#events }),
      })
    return files
  }

  #nanos(ms: number): string {
    return String(BigInt(Math.round(ms * 1000)) * 1000n)
  }

  #instant(at: number): string {
    return Temporal.Instant.fromEpochMilliseconds(Math.round(this.beginMs + at * 60_000)).toString()
  }

  #clockOf(service: string): number {
    const existing = this.#clocks.get(service)
    if (existing !== undefined) return existing
    const clock = this.between(-1, 1) * (this.#losses.skewSeconds ?? 0) * 1000
    this.#clocks.set(service, clock)
    return clock
  }

  #scaling(name: string, at: number, message: string): void {
    const component = 'deployment-controller'
    this.event({ kind: 'Deployment', name, reason: 'ScalingReplicaSet', message, at, component })
  }
}

/** A call as HTTP client instrumentation records it, with nothing that must be switched on. */
export function httpCall(method: string, url: string, status: number): Attributes {
  return {
    'http.request.method': method,
    'url.full': url,
    'server.address': url.split('/')[2] ?? '',
    'http.response.status_code': status,
  }
}

/** Ordinary requests around everything else. */
export function playTraffic(writer: TelemetryWriter, minutes: number, perMinute = 3): void {
  const services = ['store-front', 'products', 'baskets', 'people']
  for (const at of writer.starts(perMinute, 0, minutes)) {
    const trace = writer.trace()
    const root = writer.span({ service: 'store-front', name: 'GET /', kind: 'server', trace, at, ms: 90 })
    for (const service of services.slice(1, 2 + writer.rng.integer(0, 2))) {
      const attributes = httpCall('GET', `http://${service}/v1/list`, writer.rng.chance(0.01) ? 503 : 200)
      const call = { service: 'store-front', name: 'GET', kind: 'client' as const, trace, parent: root, attributes }
      const parent = writer.span({ ...call, at: at + 0.0002, ms: 40 })
      const handler = writer.span({
        service,
        name: 'GET /v1/list',
        kind: 'server',
        trace,
        parent,
        at: at + 0.0003,
        ms: 30,
      })
      for (let query = writer.rng.integer(0, 3); query > 0; query -= 1)
        writer.span({
          ...{ service, name: `SELECT ${service}`, kind: 'client', trace, parent: handler, at: at + 0.0004, ms: 2 },
          attributes: { 'db.system.name': 'postgresql', 'db.query.text': `SELECT * FROM ${service} WHERE id = $1` },
        })
    }
  }
}
