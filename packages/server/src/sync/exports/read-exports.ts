/**
 * A run of a connection to a folder of exports: imports each month whose newest execution is not the one that was read
 * last, and waits for the imports.
 */
import type { Scope } from '@kept/domain/scope.ts'
import type { SyncConnection } from '@kept/domain/sync/connection.ts'
import { finishExportUnit, listExportUnits } from '@kept/store/sync/exports.ts'
import { addProgress, type RunUnderWay } from '@kept/store/sync/runs.ts'
import { planUnits } from '@kept/store/sync/units.ts'
import { saveExportCheck } from './check-exports.ts'
import { type ExportServices, importMonths, isSettled } from './import-months.ts'
import { openExports } from './open-exports.ts'

export interface ExportRun {
  connection: SyncConnection
  run: RunUnderWay
  startedBy: string
  signal: AbortSignal
  isPaused(): Promise<boolean>
}

/** Returns why a month could not be imported, in one sentence; '' when all are complete. Throws a `SyncFailure`. */
export async function readExports(
  services: ExportServices,
  scope: Scope,
  { connection, run, startedBy, signal, isPaused }: ExportRun,
): Promise<string> {
  const { database } = services.state
  const { id: connectionId, export_address: address } = connection
  const before = await listExportUnits(database, scope, connectionId)
  // A month whose import is under way or failed is looked at again, old or not.
  const previous = new Map(
    before.flatMap(({ month, listing, importStatus }) => (isSettled(importStatus) ? [[month, listing] as const] : [])),
  )
  const { exports, bucket, requests } = await openExports(services, scope, connection, { previous, signal })
  await saveExportCheck(services, scope, connection, { bucket, failure: undefined })
  const { months, unchanged, listings } = exports
  const kept = before.filter(({ month }) => unchanged.has(month) && !months.some((other) => other.month === month))
  const planned = [...months, ...kept].map(({ exportName, month }) => ({
    accountId: exportName,
    accountName: exportName,
    region: month,
    dataset: 'exports' as const,
  }))
  await planUnits(database, scope, connectionId, { units: planned, ofExports: true, now: services.now() })
  await addProgress(database, scope, connectionId, {
    run,
    progress: { units: planned.length, requests: requests() },
  })
  for (const unit of kept) await finishExportUnit(database, scope, unit.id, { reason: '', now: services.now() })
  return importMonths(services, scope, { connectionId, address, months, listings, run, startedBy, signal, isPaused })
}
