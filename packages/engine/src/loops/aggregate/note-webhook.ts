/** Deliveries to receivers of webhooks. */
import type { Span } from '@kept/domain/span.ts'
import { type AnswerMinute, entry, type MinuteFacts, minuteLimits, type WebhookMinute } from './minute-facts.ts'
import type { Nodes } from './nodes.ts'
import { RecentKeys } from './recent-keys.ts'

const webhookName = /web-?hook|\/hooks?(\/|$)/i

export class WebhookNotes {
  readonly #deliveries = new RecentKeys<{ spans: number }>(100_000, () => ({ spans: 0 }))
  readonly #objects = new RecentKeys<LastDelivery>(50_000, () => ({ receiver: '', endMs: 0 }))
  /** Nodes that receive webhooks. */
  readonly nodes = new Set<number>()
  readonly #nodes: Nodes

  constructor(nodes: Nodes) {
    this.#nodes = nodes
  }

  /** True when it was noted as a delivery. */
  note(span: Span, facts: MinuteFacts): boolean {
    if (!isWebhook(span)) return false
    this.#noteDelivery(span, facts)
    return true
  }

  #noteDelivery(span: Span, facts: MinuteFacts): void {
    const { facts: spanFacts, resource } = span
    const node = this.#nodes.idOf(span)
    const webhook = entry(facts.webhooks, resource.id, minuteLimits.webhooks, () => ({
      resource,
      node,
      spanCount: 0,
      deliveries: 0,
      repeatedIds: 0,
      withId: 0,
      failures: 0,
      durationMs: 0,
      maxHops: 0,
      maxDepth: 0,
      alternated: 0,
      gaps: [] as number[],
      keys: new Map<string, number>(),
      trace: span.traceId,
    }))
    if (!webhook) return
    this.nodes.add(node)
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
      this.#noteEnds(webhook, `${spanFacts.objectKey}`, span)
      const key = `${spanFacts.objectKey}\n${spanFacts.eventName ?? ''}`
      if (webhook.keys.has(key) || webhook.keys.size < minuteLimits.keysOfOne)
        webhook.keys.set(key, (webhook.keys.get(key) ?? 0) + 1)
    }
  }

  /** Between the two ends of a loop an object goes back and forth, and each waits for the other. */
  #noteEnds(webhook: WebhookMinute, object: string, { resource, startMs, durationMs }: Span): void {
    const { value: last, isNew } = this.#objects.touch(object)
    if (!isNew && last.receiver !== resource.id && startMs >= last.endMs) {
      webhook.alternated += 1
      if (webhook.gaps.length < minuteLimits.ratios) webhook.gaps.push(startMs - last.endMs)
    }
    last.receiver = resource.id
    last.endMs = startMs + durationMs
  }
}

interface LastDelivery {
  receiver: string
  endMs: number
}

/** Marks what a receiver writes, among what deliveries are about. */
export const writtenKey = 'write '
const writesOneThing = /^(put|patch|delete)$/i
/** Pairs of who delivers and who is asked, of one receiver. */
export const maxAnswers = 64

/** What is called below a delivery: where deliveries name no object, the address of a write does. */
export function noteAnswer(
  delivery: Span,
  { kind, facts: { method, target, endpoint } }: Span,
  facts: MinuteFacts,
): void {
  if (kind !== 'client' || !isWebhook(delivery)) return
  const webhook = facts.webhooks.get(delivery.resource.id)
  if (!webhook) return
  const { deliverer } = delivery.facts
  const host = endpoint?.split('/', 1)[0] ?? ''
  if (host !== '') noteHost(webhook, deliverer ?? '', host, delivery.startMs)
  if (!writesOneThing.test(method ?? '') || !target?.includes('/')) return
  const key = `${writtenKey}${target}`
  if (webhook.keys.has(key) || webhook.keys.size < minuteLimits.keysOfOne)
    webhook.keys.set(key, (webhook.keys.get(key) ?? 0) + 1)
}

/** Parts of a minute in which deliveries are counted, to see how evenly they come. */
const partMs = 10_000

function noteHost(webhook: WebhookMinute, deliverer: string, host: string, startMs: number): void {
  webhook.answers ??= new Map()
  const answer = entry(
    webhook.answers,
    `${deliverer}\n${host}`,
    maxAnswers,
    (): AnswerMinute => ({ deliverer, host, count: 0, deliveries: 0, parts: new Map(), lastMs: Number.NaN }),
  )
  if (!answer) return
  answer.count += 1
  // Of several calls for one delivery only the first says when it came.
  if (answer.lastMs === startMs) return
  answer.lastMs = startMs
  answer.deliveries += 1
  const part = Math.floor(startMs / partMs)
  answer.parts.set(part, (answer.parts.get(part) ?? 0) + 1)
}

function isWebhook({ kind, name, facts }: Span): boolean {
  if (kind === 'client' || kind === 'producer') return false
  if (facts.deliveryId !== undefined || facts.hops !== undefined || facts.deliverer !== undefined) return true
  return (
    (kind === 'server' || kind === 'consumer' || kind === 'unspecified') &&
    (webhookName.test(name) || webhookName.test(facts.endpoint ?? ''))
  )
}
