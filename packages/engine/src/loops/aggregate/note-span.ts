/** What a span says by itself, without its trace: polling, keys tried again, webhooks, records worked on. */
import type { Span } from '@kept/domain/span.ts'
import { entry, type MinuteFacts, minuteLimits } from './minute-facts.ts'
import type { Nodes } from './nodes.ts'
import { AgentNotes } from './note-agent.ts'
import { BatchNotes } from './note-batch.ts'
import { gapRatio } from './note-caller.ts'
import { EchoNotes } from './note-echo.ts'
import { PollNotes } from './note-poll.ts'
import { WebhookNotes } from './note-webhook.ts'
import { RecentKeys } from './recent-keys.ts'

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
  readonly #tried = new RecentKeys<Tried>(50_000, newTried)
  readonly #nodes: Nodes
  readonly #polls: PollNotes
  readonly #agents: AgentNotes
  readonly #batches: BatchNotes
  readonly #webhooks: WebhookNotes
  readonly #echoes: EchoNotes

  constructor(nodes: Nodes) {
    this.#nodes = nodes
    this.#polls = new PollNotes(nodes)
    this.#agents = new AgentNotes(nodes)
    this.#batches = new BatchNotes(nodes)
    this.#webhooks = new WebhookNotes(nodes)
    this.#echoes = new EchoNotes(nodes)
  }

  /** Nodes that receive webhooks. */
  get webhookNodes(): ReadonlySet<number> {
    return this.#webhooks.nodes
  }

  note(span: Span, facts: MinuteFacts): void {
    const { facts: spanFacts } = span
    this.#polls.note(span, facts)
    this.#agents.note(span, facts)
    this.#echoes.note(span, facts)
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
    if (!this.#webhooks.note(span, facts)) this.#batches.note(span, facts)
  }

  /** The same for a log line about a retry. */
  noteLogKey(facts: MinuteFacts, node: number, key: string, timeMs: number, failed: boolean, trace: string): void {
    noteTry(facts, node, this.#tried.touch(`log\n${node}\n${key}`).value, timeMs, failed, 1, trace)
  }
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
