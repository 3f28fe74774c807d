/** What happened in one minute, summed: the only form in which telemetry is kept. Every map has a limit. */
import type { ChangeEvent, TelemetryResource } from '@kept/domain/span.ts'

/** So many targets are many: a call that is made to as many is no attempt at one thing. */
export const fewTargets = 16

/** So many failed things are told apart of one node in one minute. */
export const mostThings = 256

/** Visits of one node. Counts are weighted by 1 / sampling probability; `seen` are the spans themselves. */
export interface NodeMinute {
  spanCount: number
  visits: number
  failures: number
  durationMs: number
  /** Visits that something outside started. */
  roots: number
  /** Visits below another visit of the same node, in one lineage. */
  iterations: number
  /** Visits with another visit of the same node below them: the others are where a recursion ends. */
  continued: number
  /** Visits whose trace answers a request: not begun by a message, a timer or the service itself. */
  served: number
  /** What its failed calls were made to, of a few; whether it is always the same is all that is asked. */
  failedTargets?: Set<string>
  /** What its failures were about, where that is known: full addresses, or ids of messages. */
  failedThings?: Set<string>
  /** Failures of which the thing was known, and told apart. */
  thingFailures?: number
  /** Messages that these visits handled, a batch by its size. */
  messages?: number
  /** Visits of functions that do not say how many messages they were given: a queue gives several at once. */
  unsizedVisits?: number
  /** Milliseconds from each such visit to the one it is below, start to start: how much the lineage hurries. */
  stepMs?: number
  /** Visits that ended within a visit of the same node that ended without an error: they returned to it. */
  returned?: number
  maxDepth: number
  maxRepeats: number
  /** The highest count a header carried here. */
  maxCarried: number
  /** Traces in which a lineage comes back three times or more. */
  cyclicTraces: number
  /** Traces that pass here. */
  traces: number
  deepestTrace: string
  memoryMb: number
}

/** Messages published to a destination, by what is consumed where they are published. */
export interface FlowMinute {
  /** Destination that the publisher consumes from; empty where something else began. */
  from: string
  to: string
  /** Who publishes, and which operation of it consumes. */
  resource: TelemetryResource
  node: number
  spanCount: number
  /** Runs that published, of however many messages each. */
  publishers: number
  count: number
  failures: number
  durationMs: number
  trace: string
}

/** Calls from one node to another. */
export interface EdgeMinute {
  spanCount: number
  count: number
  failures: number
  durationMs: number
  /** Visits of the caller that called this minute. */
  parents: number
  /** What was attempted: callers, of each the different targets, and of each again after a success. */
  operations: number
  /** Most calls under one caller to one target. */
  maxPerCaller: number
  /** Callers with ten attempts or more and no success. */
  stuck: number
  /** Failed calls between which the caller did something else with success: each may be for another thing. */
  elsewhere?: number
  /** Failed calls that were answered for good (not found, conflict), of things that nothing tells apart. */
  answered?: number
  /** Of gaps between attempts at one thing, each against the one before: 1 is no backing off. */
  gapRatios: number[]
  /** Of the callers, those that work in bulk. */
  bulk: number
  /** Of the callers, background jobs: started by themselves, or at work for minutes. */
  jobs: number
  trace: string
}

export interface PollMinute {
  client: TelemetryResource
  clientName: string
  node: number
  calls: number
  spanCount: number
  durationMs: number
  comparedCount: number
  unchanged: number
  /** Of answers with a size and nothing better: how many were compared, and how many had the size of the one before. */
  sameSizeCompared: number
  sameSize: number
  /** Calls that fetch from a queue. */
  receives: number
  failures: number
  /** Calls that no request and no job began. */
  roots: number
  /** What was asked for, with ids and queries; the first few hundred. */
  targets: Set<string>
  writes: number
  /** Calls known to have been sampled make gaps look longer than they are. */
  sampled: boolean
  starts: number[]
  /** Milliseconds of each call of `starts`. */
  durations: number[]
  trace: string
}

interface KeyMinute {
  node: number
  attempts: number
  logical: number
  failures: number
  successes: number
  stuck: number
  maxAttempts: number
  gapRatios: number[]
  trace: string
}

export interface AnswerMinute {
  deliverer: string
  host: string
  /** Calls, and the deliveries that they were made for. */
  count: number
  deliveries: number
  /** When these deliveries came, in parts of a minute: how many by the number of the part. */
  parts: Map<number, number>
  lastMs: number
}

export interface WebhookMinute {
  resource: TelemetryResource
  node: number
  spanCount: number
  deliveries: number
  /** Deliveries whose id was seen before: the provider tries again. */
  repeatedIds: number
  withId: number
  failures: number
  durationMs: number
  maxHops: number
  /** Deepest lineage that came back to this receiver. */
  maxDepth: number
  /** Deliveries of an object whose last one was at another receiver, and over; and the milliseconds between. */
  alternated: number
  gaps: number[]
  /** Deliveries of each object and event, as seen: one that was sampled did not come back ten times. */
  keys: Map<string, number>
  /** Calls below deliveries, by who delivered and the host that is called. */
  answers?: Map<string, AnswerMinute>
  trace: string
}

export interface BatchMinute {
  resource: TelemetryResource
  node: number
  destination: string
  processed: number
  redone: number
  /** Records that come for the third time and more, over minutes. */
  returning: number
  failures: number
  durationMs: number
  poison: number
  /** Deliveries that failed of records which came twenty times and more: over any limit that queues set. */
  endless?: number
  bulk: number
  /** Of offsets: where they stand; infinite where there are none. */
  lowestOffset: number
  highestOffset: number
  /** Of each partition: where its new records stand, and how many were seen. */
  offsets: Map<string, { lowest: number; highest: number; seen: number }>
  /** Its spans say what they stand for. */
  isWeighted: boolean
  checkpoints: Map<string, number>
  trace: string
}

/** Messages of keys that go back and forth between two places, as one of the two reads them. */
export interface EchoMinute {
  places: Map<string, { node: number; resource: TelemetryResource; count: number }>
  keys: Set<string>
  /** Weighted by 1 / sampling probability. */
  count: number
  spanCount: number
  failures: number
  durationMs: number
  trace: string
}

/** One run of an agent in one minute, as it stood at its end. */
export interface AgentMinute {
  resource: TelemetryResource
  node: number
  trace: string
  calls: number
  durationMs: number
  /** Tool calls in a row that came around, and the tools of one turn. */
  streak: number
  tools: string[]
  /** Of the last calls, the share that was the same as one turn before: by arguments, by tokens asked and answered. */
  sameArguments: number
  sameTokens: number
  sameAnswers: number
  failing: number
  /** Failures of one tool since it last succeeded, whatever was called between; and which tool it is. */
  neverDone: number
  neverTool: string
  /** Calls of the model in a row with exactly as many tokens, each after the answer to the one before. */
  sameQuestion?: number
}

export class MinuteFacts {
  readonly minute: number
  readonly nodes = new Map<number, NodeMinute>()
  readonly edges = new Map<number, EdgeMinute>()
  /** The same, of those traces alone in which a lineage comes back three times: what the gain is reckoned from. */
  readonly cyclicEdges = new Map<number, number>()
  /** Of these traces, from each step that comes back to the next one that does, over steps whose names never repeat. */
  readonly cyclicBridges = new Map<number, number>()
  readonly cyclicVisits = new Map<number, number>()
  /** Of these visits, those whose parent was lost on the way. */
  readonly cyclicLost = new Map<number, number>()
  readonly polls = new Map<string, PollMinute>()
  readonly keys = new Map<number, KeyMinute>()
  readonly webhooks = new Map<string, WebhookMinute>()
  readonly batches = new Map<string, BatchMinute>()
  /** Keys that go back and forth, by their two places. */
  readonly echoes = new Map<string, EchoMinute>()
  /** Runs of agents, by resource and trace or conversation. */
  readonly agents = new Map<string, AgentMinute>()
  /** Messages from one destination to the next: what a consumer of the first publishes to the second. */
  readonly flows = new Map<string, FlowMinute>()
  /** Runs that something in a destination began, by destination. */
  readonly consumed = new Map<string, number>()
  /** Edges from a request to the statements below it, through the spans of mappers and repositories between them. */
  readonly requestEdges = new Map<number, EdgeMinute>()
  events: ChangeEvent[] = []
  /** Some trace of this minute was kept with a probability below one. */
  sampled = false

  constructor(minute: number) {
    this.minute = minute
  }
}

/** Most entries of each map of a minute; later ones are counted as dropped. */
export const minuteLimits = {
  edges: 50_000,
  nodes: 50_000,
  polls: 5_000,
  keys: 5_000,
  webhooks: 1_000,
  batches: 1_000,
  keysOfOne: 2_048,
  starts: 240,
  ratios: 64,
  events: 50_000,
}

const edgeBase = 2 ** 21

export function edgeKey(from: number, to: number): number {
  return from * edgeBase + to
}

export function edgeEnds(key: number): [from: number, to: number] {
  return [Math.floor(key / edgeBase), key % edgeBase]
}

/** The entry of a map, made when it is missing; undefined when the map is full. */
export function entry<Key, Value>(
  map: Map<Key, Value>,
  key: Key,
  limit: number,
  create: () => Value,
): Value | undefined {
  const existing = map.get(key)
  if (existing !== undefined) return existing
  if (map.size >= limit) return undefined
  const created = create()
  map.set(key, created)
  return created
}
