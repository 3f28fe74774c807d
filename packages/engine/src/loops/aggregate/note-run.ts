/**
 * Jobs that begin again: runs that stop at a call that fails, after the calls that the runs before them had made already.
 * Told by whole traces alone: a run of which the first span comes later than its calls is left out.
 */
import { entry, type MinuteFacts, minuteLimits } from './minute-facts.ts'
import { newBatch } from './note-batch.ts'
import type { Visit } from './open-trace.ts'
import { RecentKeys } from './recent-keys.ts'

/** Marks jobs that begin again, among the batches of a minute. */
export const runKey = 'run '

/** Fewer calls are a task, not work through something. */
const fewestCalls = 20
/** What fails on the way is passed over; only a run that stops where it fails has come to nothing. */
const mostFailing = 0.1
const [returningTimes, returningMs] = [3, 90_000]

interface Done {
  times: number
  firstMs: number
}

export class RunNotes {
  readonly #done = new RecentKeys<Done>(100_000, () => ({ times: 0, firstMs: 0 }))

  /** Visits of one trace, by their start. */
  note(visits: readonly Visit[], minuteOf: (timeMs: number) => MinuteFacts | undefined): void {
    for (const run of visits) if (isFailedRun(run)) this.#noteRun(run, callsOf(run, visits), minuteOf)
  }

  #noteRun(run: Visit, calls: readonly Visit[], minuteOf: (timeMs: number) => MinuteFacts | undefined): void {
    const failures = calls.filter(({ span }) => span.status === 'error').length
    if (calls.length < fewestCalls || calls.at(-1)?.span.status !== 'error') return
    if (failures > calls.length * mostFailing) return
    for (const { span } of calls) {
      const facts = span.status === 'error' ? undefined : minuteOf(span.startMs)
      const id = `${run.span.resource.id}\n${run.node}`
      const batch =
        facts && entry(facts.batches, `${runKey}${id}`, minuteLimits.batches, () => newBatch(run.span, run.node))
      if (!batch) continue
      const done = this.#done.touch(`${id}\n${span.facts.target ?? ''}`).value
      const weight = 1 / span.probability
      if (done.times === 0) done.firstMs = span.startMs
      done.times += 1
      batch.processed += weight
      batch.durationMs += span.durationMs
      if (done.times > 1) batch.redone += weight
      if (done.times >= returningTimes && span.startMs - done.firstMs >= returningMs) batch.returning += weight
    }
  }
}

/** Begun by itself or by a message: a request that fails is asked again by who asked. */
function isFailedRun({ parent, span }: Visit): boolean {
  const isOwn = !parent && span.parentSpanId === ''
  return isOwn && span.status === 'error' && (span.kind === 'internal' || span.kind === 'consumer')
}

function callsOf(run: Visit, visits: readonly Visit[]): Visit[] {
  return visits.filter(
    ({ parent, span }) => parent === run && span.kind === 'client' && (span.facts.target?.includes('/') ?? false),
  )
}
