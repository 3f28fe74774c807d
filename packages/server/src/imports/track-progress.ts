/**
 * Once a second while an import runs: stores the progress of the warehouse and checks whether the import was
 * canceled or taken over by another process, which aborts it.
 */
import { KeptError } from '@kept/domain/errors.ts'
import type { ImportProgress } from '@kept/domain/ingest.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { type AttemptChanges, type ImportAttempt, reportAttempt } from '@kept/store/imports/attempt.ts'
import { type EngineProgress, readEngineProgress } from '@kept/store/imports/engine-progress.ts'
import type { ImportDeps } from './deps.ts'
import { createMeter } from './meter.ts'

const everyMs = 1_000

export interface Watch {
  /** Aborted by the caller, by a cancellation, or by another attempt that takes over. */
  readonly signal: AbortSignal
  enter(stage: ImportProgress['stage']): Promise<void>
  /** Sets the total size once it is known. */
  expect(bytesTotal: number): void
  /** Sets the query that reads the current file. */
  follow(queryId: string, fileBytes: number | null): void
  finish(file: { rows: number; bytes: number }): void
  report(changes: AttemptChanges): Promise<void>
  stop(): Promise<void>
}

export function trackImportAttempt(
  deps: ImportDeps,
  scope: Scope,
  attempt: ImportAttempt,
  stopSignal: AbortSignal,
): Watch {
  const lostController = new AbortController()
  const signal = AbortSignal.any([stopSignal, lostController.signal])
  let meter = createMeter(0)
  let stage: ImportProgress['stage'] = 'recognizing'
  let readingSince: number | undefined
  let following: { queryId: string; fileBytes: number | null } | undefined
  let round: Promise<void> = Promise.resolve()

  const elapsed = () => (readingSince === undefined ? 0 : performance.now() - readingSince)

  async function report(changes: AttemptChanges): Promise<void> {
    if (await reportAttempt(deps.database, scope, attempt, changes)) return
    lostController.abort(takenOver())
    throw takenOver()
  }

  async function poll(): Promise<void> {
    const engine: EngineProgress | null = following ? await readEngineProgress(deps.warehouse, following.queryId) : null
    const underWay = engine && following ? { ...engine, fileBytes: following.fileBytes } : undefined
    // Between two files there is no query; the progress must not go back.
    if (stage === 'reading' && !underWay) return void (await report({}))
    await report({ progress: meter.progress(stage, elapsed(), underWay) })
  }

  const timer = setInterval(() => {
    // A failed progress query must not stop the import.
    round = round.then(poll).catch(() => undefined)
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

/** Error of an import that was canceled or taken over. */
function takenOver(): KeptError {
  return new KeptError('conflict', 'This import was canceled or taken over. Nothing was changed.')
}
