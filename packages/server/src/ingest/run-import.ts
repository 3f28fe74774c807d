/**
 * One import from beginning to end: open, read, prove, set aside, work out the loads, reconcile, roll up, publish.
 * Everything before the last step is invisible, and the last step is one transaction: killed anywhere, nothing is
 * half-visible, and a second run starts afresh. The server's job and the command line both call this.
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
import { countSetAsideReasons } from '@kept/store/imports/set-aside.ts'
import { publishLoads } from '@kept/store/loads/publish.ts'
import type { OpenedBill } from '@kept/store/reading/open-bills.ts'
import type { IngestDoors, ReadableDelivery } from './doors.ts'
import { proveDelivery } from './prove-delivery.ts'
import { readDelivery } from './read-delivery.ts'
import { type Watch, watchAttempt } from './watch.ts'
import { doneNotifications, nothingKept, recognisedNotes, rowsDiffer, setAsideNote } from './words.ts'

export interface RunOptions {
  /** Aborted when the process is to stop: the import stays unfinished and is run again later. */
  signal: AbortSignal
  /** False when somebody will run it again after a failure that may pass (an engine restarting). */
  last: boolean
}

/** Throws only what a later run may mend; what cannot be mended is written to the import as its sentence. */
export async function runImport(
  doors: IngestDoors,
  scope: Scope,
  importId: string,
  options: RunOptions,
): Promise<void> {
  const attempt = await beginAttempt(doors.database, scope, importId, {
    ...waitingProgress([]),
    stage: 'recognising',
  })
  if (attempt) {
    const watch = watchAttempt(doors, scope, attempt, options.signal)
    try {
      await doors.at?.('begun')
      await bringIn(doors, scope, attempt, watch)
    } catch (error) {
      await settleFailure(doors, scope, attempt, watch, error, options)
      return
    } finally {
      await watch.stop()
    }
  }
  // Also when a former run had published already: it may have been killed before it came to this.
  const { import: found } = await findImport(doors.database, scope, importId)
  if (found.status !== 'done') return
  await doors.at?.('published')
  await doors.afterLoadsChanged(scope)
  await finishImport(doors.database, scope, importId)
}

async function bringIn(doors: IngestDoors, scope: Scope, attempt: ImportAttempt, watch: Watch): Promise<void> {
  await watch.enter('recognising')
  const { inputs, format, mapping } = attempt
  const delivery = await doors.openDelivery(inputs, { scope, format, mapping, signal: watch.signal })
  try {
    await importDelivery(doors, scope, attempt, watch, delivery)
  } finally {
    await delivery.dispose?.()
  }
}

async function importDelivery(
  doors: IngestDoors,
  scope: Scope,
  attempt: ImportAttempt,
  watch: Watch,
  { bills, notes }: ReadableDelivery,
): Promise<void> {
  const bytes = bills.reduce((total, { source }) => total + (source.bytes ?? 0), 0)
  watch.expect(bytes)
  await watch.report({
    sources: bills.map((bill) => ({ name: bill.source.name, bytes: bill.source.bytes, format: bill.format.label })),
  })

  await watch.enter('reading')
  const read = await readDelivery(doors, scope, attempt, bills, watch)
  await doors.at?.('read')

  await watch.enter('checking')
  const { loads, reconciliation } = await proveDelivery(doors, scope, attempt.key, read)
  const said = [...recognisedNotes(bills), ...notes]
  await accept(doors, scope, attempt, reconciliation, said)
  await doors.at?.('proven')

  await watch.enter('rolling_up')
  const costs = loads.filter(({ dataset }) => dataset === 'cost_and_usage')
  await doors.rollUp(
    scope,
    costs.map(({ id }) => id),
    watch.signal,
  )
  await doors.at?.('rolled_up')

  await watch.enter('publishing')
  await doors.at?.('publishing')
  watch.signal.throwIfAborted()
  const outcome = await publishLoads(doors, scope, attempt, {
    loads: loads.map((load) => ({ ...load, format: formatsOf(bills, load.dataset) })),
    address: addressOf(attempt),
    notes: said,
    reconciliation,
    notifications: doneNotifications(loads, reconciliation),
    progress: { rows: reconciliation.rows.read, bytes },
    now: doors.now(),
  })
  if (outcome === 'published') doors.count({ kept: reconciliation.rows.kept, set_aside: reconciliation.rows.set_aside })
}

/** Refuses a delivery that is not whole; what is said about an accepted one is added to `said`. */
async function accept(
  { warehouse }: IngestDoors,
  scope: Scope,
  { key }: ImportAttempt,
  reconciliation: Reconciliation,
  said: string[],
): Promise<void> {
  const { read, kept, set_aside } = reconciliation.rows
  const reasons = set_aside > 0 ? await countSetAsideReasons(warehouse, scope, key) : []
  if (read !== kept + set_aside) throw new Unacceptable(rowsDiffer(reconciliation), said, reconciliation)
  if (read > 0 && kept === 0) throw new Unacceptable(nothingKept(read, reasons), said, reconciliation)
  if (set_aside > 0) said.push(setAsideNote(set_aside, reasons))
  if (read === 0) said.push('The files hold no rows, only their headers; nothing was changed.')
}

/** The delivery itself cannot be accepted; what was found out about it is shown with the sentence. */
class Unacceptable extends KeptError {
  readonly notes: string[]
  readonly reconciliation: Reconciliation

  constructor(sentence: string, notes: string[], reconciliation: Reconciliation) {
    super('bad_input', sentence)
    this.notes = notes
    this.reconciliation = reconciliation
  }
}

async function settleFailure(
  doors: IngestDoors,
  scope: Scope,
  attempt: ImportAttempt,
  watch: Watch,
  error: unknown,
  { signal, last }: RunOptions,
): Promise<void> {
  await killImportQueries(doors.warehouse, attempt.key).catch(() => undefined)
  if (signal.aborted) throw error
  const kept = error instanceof KeptError ? error : undefined
  // Somebody else's decision: the import already says what became of it.
  if (watch.signal.aborted || kept?.code === 'conflict') return
  if (kept?.code === 'unavailable' && !last) throw error
  if (!kept || kept.code === 'internal') doors.complain(error, 'an import failed')
  await failAttempt(doors.database, scope, attempt, {
    error:
      !kept || kept.code === 'internal'
        ? 'Something went wrong on our side while this was read; the log says what. Nothing was changed.'
        : kept.message,
    notes: error instanceof Unacceptable ? error.notes : [],
    ...(error instanceof Unacceptable && { reconciliation: error.reconciliation }),
    now: doors.now(),
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
