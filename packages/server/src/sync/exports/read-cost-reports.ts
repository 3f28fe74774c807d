/**
 * Imports the cost reports that a cloud writes by itself, once a day, as months of the connection.
 * A failure stops neither the inventory nor what was imported before: it is the state of the open month.
 */
import type { Scope } from '@kept/domain/scope.ts'
import { SyncFailure } from '@kept/domain/sync/failure.ts'
import type { CheckedCapability, CostReportSource, LiveCloud } from '@kept/domain/sync/port.ts'
import { listSyncConnections, saveCheck } from '@kept/store/sync/connections.ts'
import { type ExportUnit, finishExportUnit, listExportUnits, loadedFiles } from '@kept/store/sync/exports.ts'
import { addProgress } from '@kept/store/sync/runs.ts'
import { planUnits, stopUnit } from '@kept/store/sync/units.ts'
import { stoppedBy } from '../stopped-by.ts'
import { type ExportServices, importMonths } from './import-months.ts'
import { planReports } from './plan-reports.ts'
import type { ExportRun } from './read-exports.ts'

interface ReportsRun extends ExportRun {
  cloud: LiveCloud
  /** The tenancy that the reports are of. */
  accountId: string
  /** How many units of this run are not months. */
  liveUnits: number
}

/** Less than a day, so that what is read at the same hour each day is read each day. */
const renewedAfterMs = 20 * 3_600_000
const accountName = 'Cost reports'

/** Returns what needs a person, in one sentence; '' when nothing does. */
export async function readCostReports(services: ExportServices, scope: Scope, request: ReportsRun): Promise<string> {
  const { connection, cloud, startedBy } = request
  const source = cloud.costReports
  if (source === undefined) return ''
  const before = await listExportUnits(services.state.database, scope, connection.id)
  if (startedBy === 'schedule' && isRecent(before, services.now())) return ''
  try {
    await refuseRival(services, scope, request)
    const error = await importReports(services, scope, { ...request, source, before })
    await saveCapability(services, scope, request, undefined)
    return error
  } catch (failure) {
    if (!(failure instanceof SyncFailure)) throw failure
    await stopOpenMonth(services, scope, { ...request, before, failure })
    await saveCapability(services, scope, request, failure)
    return failure.kind === 'unexpected' ? failure.message : ''
  }
}

/** One connection reads a tenancy: a run of another one, begun earlier, could publish after a newer one. */
async function refuseRival(
  { state }: Pick<ExportServices, 'state'>,
  scope: Scope,
  { connection, accountId }: Pick<ReportsRun, 'connection' | 'accountId'>,
): Promise<void> {
  const rival = (await listSyncConnections(state.database, scope))
    // The oldest first.
    .filter(({ kind, account_id, paused_at }) => kind === connection.kind && account_id === accountId && !paused_at)
    .find(({ id, capabilities }) => id === connection.id || capabilities.some(isComplete))
  if (rival && rival.id !== connection.id)
    throw new SyncFailure(
      'not_enabled',
      `The connection "${rival.name}" already reads the cost reports of this tenancy, and a bill must not be counted twice.`,
    )
}

function isComplete({ dataset, state }: CheckedCapability): boolean {
  return dataset === 'exports' && state === 'complete'
}

function isRecent(units: readonly ExportUnit[], now: Date): boolean {
  const sinceMs = now.getTime() - renewedAfterMs
  return (
    units.length > 0 &&
    units.every(({ state, completedAt }) => state === 'complete' && (completedAt?.getTime() ?? 0) > sinceMs)
  )
}

async function importReports(
  services: ExportServices,
  scope: Scope,
  {
    connection: { id: connectionId },
    cloud,
    accountId,
    liveUnits,
    run,
    startedBy,
    signal,
    isPaused,
    source,
    before,
  }: ReportsRun & { source: CostReportSource; before: readonly ExportUnit[] },
): Promise<string> {
  const { database } = services.state
  const sentBefore = cloud.calls()
  const reports = await source.list()
  const months = planReports(accountId, reports, await loadedFiles(database, scope, source.address))
  const stay = before.filter(
    ({ exportName, month }) => exportName === accountId && !months.some((other) => other.month === month),
  )
  const planned = [...months, ...stay]
  await planMonths(services, scope, connectionId, planned)
  await addProgress(database, scope, connectionId, {
    run,
    progress: { units: liveUnits + planned.length, requests: cloud.calls() - sentBefore },
  })
  for (const { id, importStatus, importError } of stay) {
    const reason = importStatus === 'failed' ? importError : ''
    await finishExportUnit(database, scope, id, { reason, now: services.now() })
  }
  const { address } = source
  return importMonths(services, scope, {
    connectionId,
    address,
    months,
    listings: new Map(),
    run,
    startedBy,
    signal,
    isPaused,
  })
}

function planMonths(
  { state, now }: Pick<ExportServices, 'state' | 'now'>,
  scope: Scope,
  connectionId: string,
  months: readonly Pick<ExportUnit, 'exportName' | 'month'>[],
): Promise<void> {
  const units = months.map(({ exportName, month }) => ({
    accountId: exportName,
    accountName,
    region: month,
    dataset: 'exports' as const,
  }))
  return planUnits(state.database, scope, connectionId, { units, ofExports: true, now: now() })
}

/** Months that were read stay as they are; the open one says what is wrong, also before the first was read. */
async function stopOpenMonth(
  services: ExportServices,
  scope: Scope,
  {
    connection: { id: connectionId },
    accountId,
    liveUnits,
    run,
    before,
    failure,
  }: ReportsRun & { before: readonly ExportUnit[]; failure: SyncFailure },
): Promise<void> {
  const { database } = services.state
  const month = services.now().toISOString().slice(0, 7)
  const own = before.filter((unit) => unit.exportName === accountId && unit.month !== month)
  await planMonths(services, scope, connectionId, [...own, { exportName: accountId, month }])
  await addProgress(database, scope, connectionId, { run, progress: { units: liveUnits + own.length + 1 } })
  const units = await listExportUnits(database, scope, connectionId)
  const open = units.find((unit) => unit.month === month)
  if (open)
    await stopUnit(database, scope, open.id, { ...stoppedBy(failure, null, services.now()), now: services.now() })
}

/** Keeps the list of permissions true between two checks: a statement may have been added or taken away since. */
async function saveCapability(
  { state, now }: Pick<ExportServices, 'state' | 'now'>,
  scope: Scope,
  { connection: { id, capabilities, error }, cloud }: Pick<ReportsRun, 'connection' | 'cloud'>,
  failure: SyncFailure | undefined,
): Promise<void> {
  const capability = cloud.costReports?.capability(failure)
  const stored = capabilities.find(({ dataset }) => dataset === capability?.dataset)
  if (
    capability === undefined ||
    (failure !== undefined && failure.kind !== 'denied') ||
    stored?.state === capability.state
  )
    return
  await saveCheck(state.database, scope, id, {
    capabilities: [...capabilities.filter(({ dataset }) => dataset !== capability.dataset), capability],
    error,
    checkedAt: now(),
  })
}
