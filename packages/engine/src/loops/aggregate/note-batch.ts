/** What consumers work on: which records come back, from how long ago, and whether anything advances. */
import type { Span } from '@kept/domain/span.ts'
import { type BatchMinute, entry, type MinuteFacts, minuteLimits } from './minute-facts.ts'
import type { Nodes } from './nodes.ts'
import { RecentKeys } from './recent-keys.ts'

const consumes = /\b(process|receive|consume|handle)\b/i
/** Where a queue does not say how often a record may be delivered, five is what most of them come with. */
const typicalReceives = 5
/** A record that comes for the third time, and not in the same breath, keeps coming back. */
const returningTimes = 3
const returningMs = 90_000
/** Four times the limit that most queues come with: nothing gives it up. */
const endlessTimes = 20

interface Message {
  times: number
  firstMs: number
  trace: string
}

export class BatchNotes {
  readonly #messages = new RecentKeys<Message>(200_000, () => ({ times: 0, firstMs: 0, trace: '' }))
  readonly #nodes: Nodes

  constructor(nodes: Nodes) {
    this.#nodes = nodes
  }

  note(span: Span, facts: MinuteFacts): void {
    if (!isWork(span)) return
    const { facts: spanFacts, resource } = span
    const destination = spanFacts.destination ?? ''
    const source = `${resource.id}\n${destination}\n${spanFacts.consumerGroup ?? ''}`
    const { repeat, times } = this.#repeatOf(span, source)
    if (repeat === 'step') return
    const batch = entry(facts.batches, source, minuteLimits.batches, () => newBatch(span, this.#nodes.idOf(span)))
    if (!batch) return
    const weight = 1 / span.probability
    batch.processed += weight
    batch.durationMs += span.durationMs
    if (span.status === 'error') batch.failures += weight
    if (span.status === 'error' && times >= endlessTimes) batch.endless = (batch.endless ?? 0) + weight
    if (spanFacts.bulk) batch.bulk += weight
    const receives = spanFacts.receiveCount ?? 1
    if (repeat !== undefined || receives > 1) batch.redone += weight
    if (repeat === 'returning' || receives >= returningTimes) batch.returning += weight
    if (receives >= (spanFacts.maxReceiveCount ?? typicalReceives)) batch.poison += weight
    noteCheckpoint(batch, spanFacts.checkpoint ?? spanFacts.messageId)
    const offset = Number(spanFacts.checkpoint ?? Number.NaN)
    if (span.probability < 1) batch.isWeighted = true
    if (Number.isFinite(offset)) {
      batch.lowestOffset = Math.min(batch.lowestOffset, offset)
      batch.highestOffset = Math.max(batch.highestOffset, offset)
    }
    const { partition, offset: recordOffset } = spanFacts
    if (repeat === undefined && partition !== undefined && recordOffset !== undefined)
      noteOffset(batch, partition, recordOffset)
  }

  /** Undefined for a record seen first. Steps of one processing carry its id too; they are no second delivery. */
  #repeatOf(
    { traceId, name, startMs, kind, facts }: Span,
    source: string,
  ): { repeat: 'again' | 'returning' | 'step' | undefined; times: number } {
    const id = facts.messageId ?? facts.checkpoint
    if (id === undefined) return { repeat: undefined, times: 0 }
    const message = this.#messages.touch(`${source}\n${name}\n${facts.partition ?? ''}\n${id}`).value
    if (message.times > 0 && message.trace === traceId && kind !== 'consumer') return { repeat: 'step', times: 0 }
    message.times += 1
    message.trace = traceId
    const { times } = message
    if (times === 1) {
      message.firstMs = startMs
      return { repeat: undefined, times }
    }
    const isReturning = times >= returningTimes && startMs - message.firstMs >= returningMs
    return { repeat: isReturning ? 'returning' : 'again', times }
  }
}

function isWork({ kind, name, facts }: Span): boolean {
  return (
    kind === 'consumer' ||
    facts.receiveCount !== undefined ||
    facts.checkpoint !== undefined ||
    (facts.messageId !== undefined && kind !== 'producer' && kind !== 'client' && consumes.test(name))
  )
}

/** Nothing yet, of who works on it. */
export function newBatch({ resource, facts, traceId }: Span, node: number): BatchMinute {
  return {
    resource,
    node,
    destination: facts.destination ?? '',
    processed: 0,
    redone: 0,
    returning: 0,
    failures: 0,
    durationMs: 0,
    poison: 0,
    bulk: 0,
    lowestOffset: Number.POSITIVE_INFINITY,
    highestOffset: Number.NEGATIVE_INFINITY,
    offsets: new Map(),
    isWeighted: false,
    checkpoints: new Map<string, number>(),
    trace: traceId,
  }
}

const maxPartitions = 256

function noteOffset({ offsets }: BatchMinute, partition: string, offset: number): void {
  const existing = offsets.get(partition)
  if (!existing) {
    if (offsets.size < maxPartitions) offsets.set(partition, { lowest: offset, highest: offset, seen: 1 })
    return
  }
  existing.lowest = Math.min(existing.lowest, offset)
  existing.highest = Math.max(existing.highest, offset)
  existing.seen += 1
}

function noteCheckpoint({ checkpoints }: BatchMinute, checkpoint: string | undefined): void {
  if (checkpoint === undefined) return
  if (checkpoints.has(checkpoint) || checkpoints.size < minuteLimits.keysOfOne)
    checkpoints.set(checkpoint, (checkpoints.get(checkpoint) ?? 0) + 1)
}
