/**
 * Runs one import: open, read, reconcile, roll up, publish.
 * Everything before the last step is invisible, and the last step is one transaction. An import that is killed leaves
 * nothing visible and can run again. The server's job and the command line both call this.
 */
import type { Dataset } from '@kept/domain/bill-format.ts'
import { KeptError } from '@kept/domain/errors.ts'
import type { Reconciliation } from '@kept/domain/ingest.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { beginAttempt, type ImportAttempt } from '@kept/store/imports/attempt.ts'
import { killImportQueries } from '@kept/store/imports/engine-progress.ts'
import { failAttempt } from '@kept/store/imports/fail.ts'
import { findImport } from '@kept/store/imports/find.ts'
import { finishImport } from '@kept/store/imports/finish.ts'
import { waitingProgress } from '@kept/store/imports/progress.ts'
import { countRejectionReasons } from '@kept/store/imports/rejected-rows.ts'
import { publishLoads } from '@kept/store/loads/publish.ts'
import type { OpenedBill } from '@kept/store/reading/open-bills.ts'
import type { ImportDeps, ReadableDelivery } from './deps.ts'
import { doneNotifications, nothingImported, recognizedNotes, rejectedRowsNote, rowsDiffer } from './import-text.ts'
import { proveDelivery } from './prove-delivery.ts'
import { readDelivery } from './read-delivery.ts'
import { trackImportAttempt, type Watch } from './track-progress.ts'

interface RunOptions {
  /** Aborted when the process stops; the import runs again later. */
  signal: AbortSignal
  /** False when a temporary failure will be retried. */
  last: boolean
}

/** Throws only errors that a retry can fix; all others are stored as the error of the import. */
export async function runImport(deps: ImportDeps, scope: Scope, importId: string, options: RunOptions): Promise<void> {
  const attempt = await beginAttempt(deps.database, scope, importId, {
    ...waitingProgress([]),
    stage: 'recognizing',
  })
  if (attempt) {
    const progress = trackImportAttempt(deps, scope, attempt, options.signal)
    try {
      await deps.onMoment?.('begun')
      await importBill(deps, scope, attempt, progress)
    } catch (error) {
      await recordFailure(deps, scope, attempt, progress, error, options)
      return
    } finally {
      await progress.stop()
    }
  }
  // Also after a run that was killed between publishing and this point.
  const { import: finished } = await findImport(deps.database, scope, importId)
  if (finished.status !== 'done') return
  await deps.onMoment?.('published')
  await deps.afterLoadsChanged(scope)
  await finishImport(deps.database, scope, importId)
}

async function importBill(deps: ImportDeps, scope: Scope, attempt: ImportAttempt, progress: Watch): Promise<void> {
  await progress.enter('recognizing')
  const { inputs, format, mapping } = attempt
  const delivery = await deps.openDelivery(inputs, { scope, format, mapping, signal: progress.signal })
  try {
    await importDelivery(deps, scope, attempt, progress, delivery)
  } finally {
    await delivery.dispose?.()
  }
}

async function importDelivery(
  deps: ImportDeps,
  scope: Scope,
  attempt: ImportAttempt,
  progress: Watch,
  { bills, notes }: ReadableDelivery,
): Promise<void> {
  const bytes = bills.reduce((total, { source }) => total + (source.bytes ?? 0), 0)
  progress.expect(bytes)
  await progress.report({
    sources: bills.map((bill) => ({ name: bill.source.name, bytes: bill.source.bytes, format: bill.format.label })),
  })

  await progress.enter('reading')
  const read = await readDelivery(deps, scope, attempt, bills, progress)
  await deps.onMoment?.('read')

  await progress.enter('checking')
  const { loads, reconciliation } = await proveDelivery(deps, scope, attempt.key, read)
  const allNotes = [...recognizedNotes(bills), ...notes]
  await accept(deps, scope, attempt, reconciliation, allNotes)
  await deps.onMoment?.('proven')

  await progress.enter('rolling_up')
  const costs = loads.filter(({ dataset }) => dataset === 'cost_and_usage')
  await deps.rollUp(
    scope,
    costs.map(({ id }) => id),
    progress.signal,
  )
  await deps.onMoment?.('rolled_up')

  await progress.enter('publishing')
  await deps.onMoment?.('publishing')
  progress.signal.throwIfAborted()
  const outcome = await publishLoads(deps, scope, attempt, {
    loads: loads.map((load) => ({ ...load, format: formatsOf(bills, load.dataset) })),
    address: addressOf(attempt),
    exportMonth: exportMonthOf(attempt),
    notes: allNotes,
    reconciliation,
    notifications: doneNotifications(loads, reconciliation),
    progress: { rows: reconciliation.rows.read, bytes },
    now: deps.now(),
  })
  if (outcome === 'published')
    deps.count({ stored: reconciliation.rows.stored, rejected: reconciliation.rows.rejected })
}

/** Throws Unacceptable when rows are missing or all are rejected; otherwise adds notes about rejected rows. */
async function accept(
  { warehouse }: ImportDeps,
  scope: Scope,
  { key, inputs }: ImportAttempt,
  reconciliation: Reconciliation,
  notes: string[],
): Promise<void> {
  const { read, stored, rejected } = reconciliation.rows
  const isExport = inputs.some(({ kind }) => kind === 'connection_export')
  const reasons = rejected > 0 ? await countRejectionReasons(warehouse, scope, key) : []
  if (read !== stored + rejected) throw new Unacceptable(rowsDiffer(reconciliation), notes, reconciliation)
  if (read > 0 && stored === 0) throw new Unacceptable(nothingImported(read, reasons), notes, reconciliation)
  if (rejected > 0) notes.push(rejectedRowsNote(rejected, reasons))
  if (read === 0)
    notes.push(
      isExport
        ? 'The files of this month have a header but no rows.'
        : 'The files have a header but no rows. Nothing was changed.',
    )
}

/** The files cannot be imported. Carries the notes and the reconciliation for the import's page. */
class Unacceptable extends KeptError {
  readonly notes: string[]
  readonly reconciliation: Reconciliation

  constructor(message: string, notes: string[], reconciliation: Reconciliation) {
    super('bad_input', message)
    this.notes = notes
    this.reconciliation = reconciliation
  }
}

async function recordFailure(
  deps: ImportDeps,
  scope: Scope,
  attempt: ImportAttempt,
  progress: Watch,
  error: unknown,
  { signal, last }: RunOptions,
): Promise<void> {
  await killImportQueries(deps.warehouse, attempt.key).catch(() => undefined)
  if (signal.aborted) throw error
  const keptError = error instanceof KeptError ? error : undefined
  // Canceled or taken over: the import already has its final status.
  if (progress.signal.aborted || keptError?.code === 'conflict') return
  if (keptError?.code === 'unavailable' && !last) throw error
  if (!keptError || keptError.code === 'internal') deps.logError(error, 'import.failed', 'import failed')
  await failAttempt(deps.database, scope, attempt, {
    error:
      !keptError || keptError.code === 'internal'
        ? 'The import failed on our side. Nothing was changed. Try again; if it keeps failing, check the server log.'
        : keptError.message,
    errorCode: keptError?.code,
    notes: error instanceof Unacceptable ? error.notes : [],
    ...(error instanceof Unacceptable && { reconciliation: error.reconciliation }),
    now: deps.now(),
  })
}

function formatsOf(bills: OpenedBill[], dataset: Dataset): string {
  return [...new Set(bills.filter(({ format }) => format.dataset === dataset).map(({ format }) => format.id))].join(
    ', ',
  )
}

function addressOf({ inputs }: ImportAttempt): string | undefined {
  const addresses = inputs.flatMap((input) => ('url' in input ? [input.url] : []))
  return addresses.length > 0 ? addresses.toSorted().join(' ') : undefined
}

function exportMonthOf({ inputs }: ImportAttempt): string | undefined {
  return inputs.find((input) => input.kind === 'connection_export')?.month
}
