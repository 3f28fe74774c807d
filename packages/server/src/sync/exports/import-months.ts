/**
 * Imports the months of a connection whose newest execution is not the one that was read last, and waits for the imports.
 * What was read is stored in the transaction that creates the import, so that a process that is killed neither forgets a
 * month nor imports it twice.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { ImportInput, ImportStatus } from '@kept/domain/ingest.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { counted } from '@kept/foundation/format/number.ts'
import type { ScopedTransaction } from '@kept/store/database/connect.ts'
import { type ExportUnit, finishExportUnit, listExportUnits, startExportUnit } from '@kept/store/sync/exports.ts'
import { addProgress, type RunUnderWay } from '@kept/store/sync/runs.ts'
import type { FolderServices } from './open-exports.ts'
import type { MonthExport } from './plan-exports.ts'

export interface ExportServices extends FolderServices {
  importExport(
    scope: Scope,
    input: Extract<ImportInput, { kind: 'connection_export' }>,
    alongside: (tx: ScopedTransaction, importId: string) => Promise<void>,
  ): Promise<unknown>
}

interface MonthsToImport {
  connectionId: string
  /** Of the folder, or of the cost reports of a cloud. */
  address: string
  months: readonly MonthExport[]
  /** Of each month: the versions of its manifests. */
  listings: ReadonlyMap<string, string>
  run: RunUnderWay
  startedBy: string
  signal: AbortSignal
  isPaused(): Promise<boolean>
}

/**
 * An import that failed is tried again after this time, or when a person starts the run, or with the next execution. What
 * is too large stays so, and reading it may cost, so that no schedule tries it again.
 */
const retryAfterMs = 20 * 3_600_000
const pollMs = 500

/** Returns why a month could not be imported, in one sentence; '' when all are complete. Their units are planned. */
export async function importMonths(services: ExportServices, scope: Scope, request: MonthsToImport): Promise<string> {
  const { connectionId, months, signal, isPaused } = request
  const units = await listExportUnits(services.state.database, scope, connectionId)
  for (const month of months) {
    signal.throwIfAborted()
    if (await isPaused()) return ''
    const unit = units.find((candidate) => candidate.month === month.month && candidate.exportName === month.exportName)
    if (unit) await startMonth(services, scope, { ...request, unit, month })
  }
  return waitForImports(services, scope, request)
}

async function startMonth(
  services: ExportServices,
  scope: Scope,
  {
    connectionId,
    address,
    unit,
    month,
    listings,
    run,
    startedBy,
  }: MonthsToImport & { unit: ExportUnit; month: MonthExport },
): Promise<void> {
  const { now } = services
  if (month.missing.length > 0) {
    await finishExportUnit(services.state.database, scope, unit.id, { reason: waitingReason(month), now: now() })
    return
  }
  const isRead = unit.execution === month.execution
  const failedAt = unit.importStatus === 'failed' ? (unit.importFinishedAt?.getTime() ?? 0) : undefined
  const isRetried =
    failedAt !== undefined &&
    failedAt < run.startedAt.getTime() &&
    (startedBy !== 'schedule' || (!unit.isFinal && now().getTime() - failedAt >= retryAfterMs))
  if (isRead && !isRetried) return
  const listing = listings.get(month.month) ?? ''
  const { files, notes } = month
  await services.importExport(
    scope,
    { kind: 'connection_export', url: address, connection_id: connectionId, month: month.month, files, notes },
    (tx, importId) => startExportUnit(tx, unit.id, { execution: month.execution, listing, importId, now: now() }),
  )
}

function waitingReason({ manifest, files, missing }: MonthExport): string {
  return `The manifest ${manifest} names ${counted(files.length + missing.length, 'file')}, of which ${missing.length} ${missing.length === 1 ? 'is' : 'are'} not there yet. What was read before stays until the export is complete.`
}

const underWay: readonly (ImportStatus | null)[] = ['queued', 'running']

export function isSettled(status: ImportStatus | null): boolean {
  return status !== null && status !== 'failed' && !underWay.includes(status)
}

async function waitForImports(
  services: ExportServices,
  scope: Scope,
  { connectionId, run, months, signal, isPaused }: MonthsToImport,
): Promise<string> {
  const { database } = services.state
  const waiting = new Set(months.flatMap(({ month, missing }) => (missing.length > 0 ? [] : [month])))
  let error = ''
  while (waiting.size > 0) {
    for (const unit of await listExportUnits(database, scope, connectionId)) {
      if (!waiting.has(unit.month) || underWay.includes(unit.importStatus)) continue
      waiting.delete(unit.month)
      const reason = unit.importStatus === 'failed' ? unit.importError : ''
      if (reason !== '') error ||= `${unit.month} was not imported: ${reason}`
      await finishExportUnit(database, scope, unit.id, { reason, now: services.now() })
      await addProgress(database, scope, connectionId, { run, progress: {} })
    }
    if (waiting.size === 0 || (await isPaused())) break
    await sleep(pollMs, undefined, { signal })
  }
  await addProgress(database, scope, connectionId, { run, progress: {} })
  return error
}
