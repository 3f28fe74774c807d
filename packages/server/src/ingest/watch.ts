/**
 * Once a second while an import runs: ask the engine how far it is, write it down, and learn whether the import is
 * still wanted. A person may have stopped it, or another process taken it over: then everything under way is ended.
 */
import { KeptError } from '@kept/domain/errors.ts'
import type { ImportProgress } from '@kept/domain/ingest.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { type AttemptChanges, type ImportAttempt, reportAttempt } from '@kept/store/imports/attempt.ts'
import { type EngineProgress, readEngineProgress } from '@kept/store/imports/engine-progress.ts'
import type { IngestDoors } from './doors.ts'
import { createMeter } from './meter.ts'

const everyMs = 1_000

export interface Watch {
  /** Ends everything under way: the caller's wish, a person's stop, or another attempt taking over. */
  readonly signal: AbortSignal
  enter(stage: ImportProgress['stage']): Promise<void>
  /** What is to be read has become known. */
  expect(bytesTotal: number): void
  /** The engine's query that reads a file now. */
  follow(queryId: string, fileBytes: number | null): void
  finish(file: { rows: number; bytes: number }): void
  report(changes: AttemptChanges): Promise<void>
  stop(): Promise<void>
}

export function watchAttempt(doors: IngestDoors, scope: Scope, attempt: ImportAttempt, wish: AbortSignal): Watch {
  const lost = new AbortController()
  const signal = AbortSignal.any([wish, lost.signal])
  let meter = createMeter(0)
  let stage: ImportProgress['stage'] = 'recognising'
  let readingSince: number | undefined
  let following: { queryId: string; fileBytes: number | null } | undefined
  let round: Promise<void> = Promise.resolve()

  const elapsed = () => (readingSince === undefined ? 0 : performance.now() - readingSince)

  async function report(changes: AttemptChanges): Promise<void> {
    if (await reportAttempt(doors.database, scope, attempt, changes)) return
    lost.abort(takenOver())
    throw takenOver()
  }

  async function look(): Promise<void> {
    const engine: EngineProgress | null = following
      ? await readEngineProgress(doors.warehouse, following.queryId)
      : null
    const underWay = engine && following ? { ...engine, fileBytes: following.fileBytes } : undefined
    // Between two files the engine has nothing to tell; the figures must not step back.
    if (stage === 'reading' && !underWay) return void (await report({}))
    await report({ progress: meter.progress(stage, elapsed(), underWay) })
  }

  const timer = setInterval(() => {
    // A round that fails (an engine restarting) tells nothing; the work itself will notice.
    round = round.then(look).catch(() => undefined)
  }, everyMs)

  return {
    signal,
    async enter(next) {
      stage = next
      if (next === 'reading') readingSince ??= performance.now()
      await report({ progress: meter.progress(stage, elapsed()) })
    },
    expect(bytesTotal) {
      meter = createMeter(bytesTotal)
    },
    follow(queryId, fileBytes) {
      following = { queryId, fileBytes }
    },
    finish(file) {
      following = undefined
      meter.finish(file)
    },
    report,
    async stop() {
      clearInterval(timer)
      await round
    },
  }
}

/** Why the work ended, when it was not its own mistake. */
export function takenOver(): KeptError {
  return new KeptError('conflict', 'This import was stopped or taken over; nothing was changed.')
}
