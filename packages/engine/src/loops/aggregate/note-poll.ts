/** Calls of clients: whether their answers change, whether they ask for different things, and in what rhythm. */
import type { Span } from '@kept/domain/span.ts'
import { entry, type MinuteFacts, minuteLimits } from './minute-facts.ts'
import type { Nodes } from './nodes.ts'
import { RecentKeys } from './recent-keys.ts'

const probeName = /health|ready|readiness|live(ness)?|heartbeat|\/ping\b|\/metrics\b/i
const writes = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])
/** Remote procedures are called by POST, whatever they do: these only read. */
const readName = /(^|[./])(receive|get|list|describe|poll|fetch|query|search|read|scan|head|check|watch)([A-Z_]|$)/
/** What the last part of an address says is done: nothing is written by asking for work, though it is posted. */
const readPath =
  /\/(?:[\w.-]*[-_.:])?(receive|poll|fetch|query|search|dequeue|acquire|claim|lease|reserve|next|pull)\/?$/i
const lowerFirst = (name: string) =>
  name.replace(/(^|[./])([A-Z])/g, (_, before, initial) => before + initial.toLowerCase())
const receives = /receive|poll|fetch|dequeue/i
/** `{}`, `[]` and less: nothing was there. */
const emptyBody = 2
/** Targets told apart of one client in one minute. */
export const maxTargets = 256

interface Answer {
  hash: string
  size: number
  /** It was told once that nothing is new: an answer with content is something new then. */
  isConditional: boolean
}

export class PollNotes {
  readonly #answers = new RecentKeys<Answer>(20_000, () => ({ hash: '', size: -1, isConditional: false }))
  readonly #nodes: Nodes

  constructor(nodes: Nodes) {
    this.#nodes = nodes
  }

  note(span: Span, facts: MinuteFacts): void {
    const { facts: spanFacts, resource } = span
    if (!isCall(span) || spanFacts.database !== undefined || spanFacts.statement !== undefined || isProbe(span)) return
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
      sameSize: 0,
      sameSizeCompared: 0,
      receives: 0,
      failures: 0,
      roots: 0,
      targets: new Set<string>(),
      writes: 0,
      sampled: false,
      starts: [],
      durations: [],
      trace: span.traceId,
    }))
    if (!poll) return
    poll.spanCount += 1
    poll.calls += 1 / span.probability
    poll.durationMs += span.durationMs
    if (span.probability < 1) poll.sampled = true
    if (span.status === 'error') poll.failures += 1
    if (isWrite(span)) poll.writes += 1
    if (span.parentSpanId === '') poll.roots += 1
    if (receives.test(span.name)) poll.receives += 1
    if (spanFacts.target !== undefined && poll.targets.size < maxTargets) poll.targets.add(spanFacts.target)
    if (poll.starts.length < minuteLimits.starts) {
      poll.starts.push(span.startMs)
      poll.durations.push(span.durationMs)
    }
    const answer = this.#compare(`${key}\n${spanFacts.target ?? ''}`, span)
    if (answer === undefined) return
    if (answer.bySize) {
      poll.sameSizeCompared += 1
      if (answer.isSame) poll.sameSize += 1
    } else {
      poll.comparedCount += 1
      if (answer.isSame) poll.unchanged += 1
    }
  }

  /** Undefined where the response has too little information. The same size alone may be another answer. */
  #compare(key: string, { facts, status }: Span): { isSame: boolean; bySize: boolean } | undefined {
    if (status === 'error') return { isSame: false, bySize: false }
    // Each part of something is another part, whatever its size.
    if (facts.statusCode === 206) return { isSame: false, bySize: false }
    if (facts.statusCode === 304 || facts.statusCode === 204) {
      this.#answers.touch(key).value.isConditional = true
      return { isSame: true, bySize: false }
    }
    if (facts.bodySize !== undefined && facts.bodySize <= emptyBody) return { isSame: true, bySize: false }
    if (facts.contentHash === undefined && facts.bodySize === undefined)
      return this.#answers.get(key)?.isConditional ? { isSame: false, bySize: false } : undefined
    const { value: before, isNew } = this.#answers.touch(key)
    const bySize = facts.contentHash === undefined
    const isSame = bySize ? facts.bodySize === before.size : facts.contentHash === before.hash
    before.hash = facts.contentHash ?? ''
    before.size = facts.bodySize ?? -1
    return isNew ? undefined : { isSame, bySize }
  }
}

function isCall({ kind, parentSpanId, facts }: Span): boolean {
  if (kind === 'client') return true
  if (kind === 'unspecified') return facts.method !== undefined || facts.statusCode !== undefined
  return kind === 'server' && parentSpanId === '' && facts.clientAddress !== undefined
}

function isProbe({ name, facts }: Span): boolean {
  return facts.probe === true || probeName.test(name) || probeName.test(facts.endpoint ?? '')
}

function isWrite({ name, facts }: Span): boolean {
  if (facts.method === undefined || !writes.has(facts.method.toUpperCase())) return false
  if (facts.method.toUpperCase() !== 'POST') return true
  return !readName.test(lowerFirst(name)) && !readPath.test(facts.endpoint ?? '')
}
