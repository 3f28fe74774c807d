/** What a span says by itself, without its trace: polling, keys tried again, webhooks, records worked on. */
import type { Span } from '@kept/domain/span.ts'
import { gapRatio } from './flush-visits.ts'
import { entry, type MinuteFacts, minuteLimits } from './minute-facts.ts'
import type { Nodes } from './nodes.ts'
import { RecentKeys } from './recent-keys.ts'

const webhookName = /web-?hook|\/hooks?(\/|$)/i
const probeName = /health|ready|readiness|live(ness)?|heartbeat|\/ping\b|\/metrics\b/i
const consumes = /\b(process|receive|consume|handle)\b/i
const writes = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])
/** Where a queue does not say how often a record may be delivered, five is what most of them come with. */
const typicalReceives = 5

interface Answer {
  hash: string
  size: number
}

interface Tried {
  attempts: number
  failures: number
  successes: number
  lastStartMs: number
  lastGapMs: number
  stuck: boolean
}

/** Remembers, over minutes, what must be compared: answers, keys, ids. */
export class SpanNotes {
  readonly #answers = new RecentKeys<Answer>(20_000, () => ({ hash: '', size: -1 }))
  readonly #tried = new RecentKeys<Tried>(50_000, newTried)
  readonly #deliveries = new RecentKeys<{ spans: number }>(100_000, () => ({ spans: 0 }))
  readonly #messages = new RecentKeys<{ times: number }>(100_000, () => ({ times: 0 }))
  /** Nodes that receive webhooks. */
  readonly webhookNodes = new Set<number>()
  readonly #nodes: Nodes

  constructor(nodes: Nodes) {
    this.#nodes = nodes
  }

  note(span: Span, facts: MinuteFacts): void {
    const { kind, facts: spanFacts } = span
    const isClientCall =
      kind === 'client' ||
      (kind === 'unspecified' && (spanFacts.method !== undefined || spanFacts.statusCode !== undefined))
    if (isClientCall || (kind === 'server' && span.parentSpanId === '' && spanFacts.clientAddress !== undefined))
      this.#notePoll(span, facts)
    if (spanFacts.operationKey !== undefined) {
      const tries = this.#tried.touch(`${span.resource.id}\n${span.name}\n${spanFacts.operationKey}`).value
      noteTry(
        facts,
        this.#nodes.idOf(span),
        tries,
        span.startMs,
        span.status === 'error',
        1 / span.probability,
        span.traceId,
      )
    }
    if (isWebhook(span)) this.#noteWebhook(span, facts)
    else if (
      kind === 'consumer' ||
      spanFacts.receiveCount !== undefined ||
      spanFacts.checkpoint !== undefined ||
      (spanFacts.messageId !== undefined && kind !== 'producer' && kind !== 'client' && consumes.test(span.name))
    ) {
      this.#noteBatch(span, facts)
    }
  }

  /** The same for a log line about a retry. */
  noteLogKey(facts: MinuteFacts, node: number, key: string, timeMs: number, failed: boolean, trace: string): void {
    noteTry(facts, node, this.#tried.touch(`log\n${node}\n${key}`).value, timeMs, failed, 1, trace)
  }

  #notePoll(span: Span, facts: MinuteFacts): void {
    const { facts: spanFacts, resource } = span
    if (
      spanFacts.database !== undefined ||
      spanFacts.statement !== undefined ||
      probeName.test(span.name) ||
      probeName.test(spanFacts.endpoint ?? '')
    )
      return
    const node = this.#nodes.idOf(span)
    if (this.#nodes.get(node).isDatabase) return
    const client =
      spanFacts.clientAddress === undefined || span.kind === 'client'
        ? `${resource.id}/${resource.instance}`
        : (spanFacts.clientAddress ?? '')
    const key = `${client}\n${node}`
    const poll = entry(facts.polls, key, minuteLimits.polls, () => ({
      client: resource,
      clientName: span.kind === 'client' ? resource.name : client,
      node,
      calls: 0,
      spanCount: 0,
      durationMs: 0,
      comparedCount: 0,
      unchanged: 0,
      writes: 0,
      sampled: false,
      starts: [],
      trace: span.traceId,
    }))
    if (!poll) return
    const weight = 1 / span.probability
    poll.spanCount += 1
    poll.calls += weight
    poll.durationMs += span.durationMs
    if (span.probability < 1) poll.sampled = true
    if (spanFacts.method !== undefined && writes.has(spanFacts.method.toUpperCase())) poll.writes += 1
    if (poll.starts.length < minuteLimits.starts) poll.starts.push(span.startMs)
    const unchanged = this.#isUnchanged(key, span)
    if (unchanged === undefined) return
    poll.comparedCount += 1
    if (unchanged) poll.unchanged += 1
  }

  /** Undefined where the response has too little information. */
  #isUnchanged(key: string, { facts: spanFacts, status }: Span): boolean | undefined {
    if (status === 'error') return false
    if (spanFacts.statusCode === 304 || spanFacts.statusCode === 204) return true
    if (spanFacts.contentHash === undefined && spanFacts.bodySize === undefined) return undefined
    const { value: before, isNew } = this.#answers.touch(key)
    const isSame =
      spanFacts.contentHash !== undefined ? spanFacts.contentHash === before.hash : spanFacts.bodySize === before.size
    before.hash = spanFacts.contentHash ?? ''
    before.size = spanFacts.bodySize ?? -1
    if (spanFacts.bodySize === 0) return true
    return isNew ? undefined : isSame
  }

  #noteWebhook(span: Span, facts: MinuteFacts): void {
    const { facts: spanFacts, resource } = span
    const webhook = entry(facts.webhooks, resource.id, minuteLimits.webhooks, () => ({
      resource,
      node: this.#nodes.idOf(span),
      spanCount: 0,
      deliveries: 0,
      repeatedIds: 0,
      withId: 0,
      failures: 0,
      durationMs: 0,
      maxHops: 0,
      maxDepth: 0,
      keys: new Map<string, number>(),
      trace: span.traceId,
    }))
    if (!webhook) return
    this.webhookNodes.add(this.#nodes.idOf(span))
    const weight = 1 / span.probability
    webhook.spanCount += 1
    webhook.deliveries += weight
    webhook.durationMs += span.durationMs
    if (span.status === 'error') webhook.failures += weight
    webhook.maxHops = Math.max(webhook.maxHops, spanFacts.hops ?? 0)
    if (spanFacts.deliveryId !== undefined) {
      webhook.withId += weight
      const delivery = this.#deliveries.touch(`${resource.id}\n${spanFacts.deliveryId}`).value
      delivery.spans += 1
      if (delivery.spans > 1) webhook.repeatedIds += weight
    }
    if (spanFacts.objectKey !== undefined) {
      const key = `${spanFacts.objectKey}\n${spanFacts.eventName ?? ''}`
      if (webhook.keys.has(key) || webhook.keys.size < minuteLimits.keysOfOne)
        webhook.keys.set(key, (webhook.keys.get(key) ?? 0) + 1)
    }
  }

  #noteBatch(span: Span, facts: MinuteFacts): void {
    const { facts: spanFacts, resource } = span
    const destination = spanFacts.destination ?? ''
    const batch = entry(facts.batches, `${resource.id}\n${destination}`, minuteLimits.batches, () => ({
      resource,
      node: this.#nodes.idOf(span),
      destination,
      processed: 0,
      redone: 0,
      failures: 0,
      durationMs: 0,
      poison: 0,
      bulk: 0,
      checkpoints: new Map<string, number>(),
      trace: span.traceId,
    }))
    if (!batch) return
    const weight = 1 / span.probability
    batch.processed += weight
    batch.durationMs += span.durationMs
    if (span.status === 'error') batch.failures += weight
    if (spanFacts.bulk) batch.bulk += weight
    const id = spanFacts.messageId ?? spanFacts.checkpoint
    let isRepeated = (spanFacts.receiveCount ?? 1) > 1
    if (id !== undefined) {
      const message = this.#messages.touch(`${resource.id}\n${span.name}\n${destination}\n${id}`).value
      message.times += 1
      if (message.times > 1) isRepeated = true
    }
    if (isRepeated) batch.redone += weight
    if ((spanFacts.receiveCount ?? 0) >= (spanFacts.maxReceiveCount ?? typicalReceives)) batch.poison += weight
    const checkpoint = spanFacts.checkpoint ?? spanFacts.messageId
    if (
      checkpoint !== undefined &&
      (batch.checkpoints.has(checkpoint) || batch.checkpoints.size < minuteLimits.keysOfOne)
    ) {
      batch.checkpoints.set(checkpoint, (batch.checkpoints.get(checkpoint) ?? 0) + 1)
    }
  }
}

function isWebhook({ kind, name, facts: spanFacts }: Span): boolean {
  if (kind === 'client' || kind === 'producer') return false
  if (spanFacts.deliveryId !== undefined || spanFacts.hops !== undefined) return true
  return (
    (kind === 'server' || kind === 'consumer' || kind === 'unspecified') &&
    (webhookName.test(name) || webhookName.test(spanFacts.endpoint ?? ''))
  )
}

function newTried(): Tried {
  return { attempts: 0, failures: 0, successes: 0, lastStartMs: 0, lastGapMs: 0, stuck: false }
}

function noteTry(
  facts: MinuteFacts,
  node: number,
  tries: Tried,
  timeMs: number,
  failed: boolean,
  weight: number,
  trace: string,
): void {
  const sums = entry(facts.keys, node, minuteLimits.keys, () => ({
    node,
    attempts: 0,
    logical: 0,
    failures: 0,
    successes: 0,
    stuck: 0,
    maxAttempts: 0,
    gapRatios: [] as number[],
    trace,
  }))
  if (!sums) return
  tries.attempts += 1
  if (failed) tries.failures += 1
  else tries.successes += 1
  sums.attempts += weight
  if (tries.attempts === 1) sums.logical += weight
  if (failed) sums.failures += weight
  else sums.successes += weight
  const ratio = gapRatio(tries, timeMs)
  if (ratio !== undefined && sums.gapRatios.length < minuteLimits.ratios) sums.gapRatios.push(ratio)
  if (tries.successes === 0 && tries.attempts >= 10) {
    if (!tries.stuck) sums.stuck += weight
    tries.stuck = true
    if (tries.attempts > sums.maxAttempts) {
      sums.maxAttempts = tries.attempts
      sums.trace = trace
    }
  }
}
