/**
 * Telemetry, as the loop engine receives it: spans, metric points, log lines and events. These travel inside
 * Kept only, by the million, so they are plain objects: no schema is run on them; decoders build them field by field.
 */

export type ResourceKind = 'serverless' | 'compute' | 'container'
export type CloudName = 'aws' | 'gcp' | 'azure'

/** Who sent it: one object for all telemetry of a resource. */
export interface TelemetryResource {
  /** The cloud's id (ARN, resource path) where it is known, else the service's name. */
  id: string
  /** The service (OpenTelemetry's service.name), without the marks of one replica. */
  name: string
  kind: ResourceKind
  /** Null when nothing says whose cloud it is. */
  provider: CloudName | null
  region: string
  /** One replica: pod, instance, container. Empty when replicas cannot be distinguished. */
  instance: string
  /** service.version, to know a deploy by. */
  version: string
  /** Tagged as critical: never acted on automatically. */
  critical: boolean
  /** Says of itself that it works in bulk (batch, job, backfill, import). */
  bulk: boolean
  /** Memory configured, in MiB: what a function is billed for, used or not. */
  memoryMb?: number
  /** `namespace/deployment/name` where it runs in a cluster: the target of remediation actions. */
  workload?: string
}

export type SpanKind = 'unspecified' | 'internal' | 'server' | 'client' | 'producer' | 'consumer'
export type SpanStatus = 'unset' | 'ok' | 'error'

export interface SpanLink {
  traceId: string
  spanId: string
}

/** The few attributes a loop can be known by; all others are left where they were. */
export interface SpanFacts {
  statusCode?: number
  method?: string
  /** What was asked of whom: host and path without the query, or the RPC's method. */
  endpoint?: string
  /** The same with its query and ids, which tell one object from the next; else the server that was asked. */
  target?: string
  database?: string
  statement?: string
  messageId?: string
  destination?: string
  /** Messages that were read at once. */
  batchSize?: number
  /** Of a stream: an offset is unique in its partition only, and each group of consumers reads all of it. */
  partition?: string
  consumerGroup?: string
  deliveryId?: string
  /** Who delivers webhooks, by its user agent. */
  deliverer?: string
  objectKey?: string
  eventName?: string
  /** Of an agent at work: the tool it calls and with what, the run or conversation, and the tokens of the model's answer. */
  tool?: string
  toolArguments?: string
  conversation?: string
  inputTokens?: number
  outputTokens?: number
  /** The key of one logical operation, the same for every attempt at it. */
  operationKey?: string
  /** What started a function: `http`, `pubsub`, `datasource`, `timer`. */
  trigger?: string
  resendCount?: number
  receiveCount?: number
  maxReceiveCount?: number
  /** Where in a stream or file the work stands; the same again is no progress. */
  checkpoint?: string
  /** Of a Kafka record: one more than that of the record before it in its partition. */
  offset?: number
  bodySize?: number
  contentHash?: string
  /** `Lineage=hash:count` of AWS, or Kept's own baggage `cx-depth`: how often this resource is above itself. */
  lineageCount?: number
  hops?: number
  bulk?: boolean
  clientAddress?: string
  /** Asked by what checks health, as its user agent says. */
  probe?: boolean
  memoryMb?: number
}

export interface Span {
  traceId: string
  spanId: string
  /** Empty for the first span of a trace. */
  parentSpanId: string
  resource: TelemetryResource
  name: string
  kind: SpanKind
  status: SpanStatus
  startMs: number
  durationMs: number
  /** The probability with which this trace was kept; one span stands for 1 / probability. */
  probability: number
  links: readonly SpanLink[]
  facts: SpanFacts
}

export type MetricKind = 'gauge' | 'delta' | 'cumulative'

export interface MetricPoint {
  resource: TelemetryResource
  metric: string
  /** What distinguishes series of one metric and resource: the other attributes, in order of name. */
  series: string
  unit: string
  kind: MetricKind
  timeMs: number
  value: number
}

export interface LogRecord {
  resource: TelemetryResource
  timeMs: number
  severity: number
  body: string
  /** The object the line is about, where an attribute names it. */
  key: string
  traceId: string
}

/** A change of a resource, from an audit trail or an orchestrator. */
export interface ChangeEvent {
  resource: TelemetryResource
  timeMs: number
  kind: 'scaling' | 'deploy' | 'configuration' | 'restart' | 'out_of_memory' | 'schedule'
  /** For scaling: the size before and after, where they are known. */
  from: number | null
  to: number | null
  /** The change of size where only that is known. */
  delta: number | null
  /** Events of one rollout carry one generation. */
  generation: string
  actor: string
  description: string
  count: number
}

/** Where decoded telemetry goes. A decoder hands over one thing at a time and keeps none. */
export interface TelemetrySink {
  span(span: Span): void
  metric(point: MetricPoint): void
  log(record: LogRecord): void
  event(event: ChangeEvent): void
  /** Well-formed input of which a part cannot be used: counted and said, never silently lost. */
  reject(items: number, reason: string): void
}

export const noLinks: readonly SpanLink[] = []
export const noFacts: SpanFacts = {}
