/** What a caller tries: the calls of one visit to another node, by target, and which of them are attempts at one thing. */
import type { Span } from '@kept/domain/span.ts'
import type { EdgeMinute, MinuteFacts } from './minute-facts.ts'
import { minuteLimits } from './minute-facts.ts'
import type { CallGroup, Tries, Visit } from './open-trace.ts'

const stuckAttempts = 10

/** Who tries one thing again and again does nothing else in between; looking up a row to do so is no other work. */
function noteElsewhere(sums: EdgeMinute, caller: Visit, tries: Tries, { span }: Visit): void {
  const { succeeded = 0 } = caller
  if (span.status !== 'error') {
    if (span.facts.database === undefined && span.facts.statement === undefined) caller.succeeded = succeeded + 1
  } else if (tries.count > 0 && succeeded > (tries.succeededAt ?? succeeded))
    sums.elsewhere = (sums.elsewhere ?? 0) + 1 / span.probability
  tries.succeededAt = caller.succeeded ?? 0
}

/** Not found, a conflict, gone, a condition that does not hold: the question was right, and this is the answer. */
const answers = new Set([404, 409, 410, 412])

/** Of the same thing again it is an attempt all the same; only where nothing tells things apart it may be about another. */
function isAnswered({ status, facts }: Span): boolean {
  return status === 'error' && answers.has(facts.statusCode ?? 0) && !(facts.target?.includes('/') ?? false)
}

/** A page is done within seconds: what runs for longer works through something, even if a request started it. */
const jobMs = 60_000

/** A background job: started by itself, neither answering a request nor consuming a message, or at work for minutes. */
function isJob({ parent, span }: Visit): boolean {
  return !parent && span.parentSpanId === '' && (span.kind === 'internal' || span.durationMs >= jobMs)
}

export function noteCaller(sums: EdgeMinute, caller: Visit, group: CallGroup, visit: Visit, facts: MinuteFacts): void {
  const { span } = visit
  const weight = 1 / span.probability
  group.count += 1
  if (group.lastMinute !== facts.minute) {
    group.lastMinute = facts.minute
    // A batch of records is as many callers, of which each asks for its own.
    sums.parents += weight * Math.max(1, caller.span.facts.batchSize ?? 1)
    if (caller.span.resource.bulk || caller.span.facts.bulk || span.facts.bulk) sums.bulk += weight
    if (isJob(caller)) sums.jobs += weight
  }
  const tries = triesOf(group, span.facts.target)
  noteElsewhere(sums, caller, tries, visit)
  if (isAnswered(span)) sums.answered = (sums.answered ?? 0) + weight
  tries.count += 1
  // What succeeded is done: the call after it is for the next thing.
  const isNext = tries.isDone === true
  tries.isDone = span.status !== 'error'
  if (tries.isDone) {
    tries.successes += 1
    // It failed ten times in a row and then did not: that is work with many failures, not one that is stuck.
    if (tries.stuckIn) tries.stuckIn.stuck = Math.max(0, tries.stuckIn.stuck - weight)
    tries.stuckIn = undefined
  } else tries.failures += 1
  if (tries.lastMinute !== facts.minute || isNext) {
    tries.lastMinute = facts.minute
    sums.operations += weight
  }
  if (tries.count > sums.maxPerCaller) {
    sums.maxPerCaller = tries.count
    sums.trace = span.traceId
  }
  if (tries.failures > 0) {
    const ratio = gapRatio(tries, span.startMs)
    if (ratio !== undefined && sums.gapRatios.length < minuteLimits.ratios) sums.gapRatios.push(ratio)
    if (!tries.isStuck && tries.count >= stuckAttempts && tries.successes === 0) {
      tries.isStuck = true
      tries.stuckIn = sums
      sums.stuck += weight
    }
  } else tries.lastStartMs = span.startMs
}

export function groupOf(parent: Visit, node: number): CallGroup {
  parent.calls ??= new Map()
  const existing = parent.calls.get(node)
  if (existing) return existing
  const group: CallGroup = { ...newTries(), targets: undefined }
  // A visit with very many different calls is no retry of any of them.
  if (parent.calls.size < 256) parent.calls.set(node, group)
  return group
}

const maxTargets = 1024

/** The attempts at one target; where nothing tells targets apart, all calls are attempts at one. */
function triesOf(group: CallGroup, target: string | undefined): Tries {
  group.targets ??= new Map()
  const existing = group.targets.get(target ?? '')
  if (existing) return existing
  const tries = newTries()
  if (group.targets.size < maxTargets) group.targets.set(target ?? '', tries)
  return tries
}

function newTries(): Tries {
  return { count: 0, failures: 0, successes: 0, lastStartMs: 0, lastGapMs: 0, lastMinute: -1, isStuck: false }
}

/** This gap between attempts against the one before: above one, the caller backs off. */
export function gapRatio(group: { lastStartMs: number; lastGapMs: number }, startMs: number): number | undefined {
  const gap = group.lastStartMs > 0 ? startMs - group.lastStartMs : 0
  const ratio = gap > 0 && group.lastGapMs > 0 ? gap / group.lastGapMs : undefined
  if (gap > 0) group.lastGapMs = gap
  group.lastStartMs = startMs
  return ratio
}
