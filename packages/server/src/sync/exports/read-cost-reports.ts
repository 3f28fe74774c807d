/**
 * Imports the cost reports that a cloud writes by itself, once a day, as months of the connection.
 * A failure stops neither the inventory nor what was imported before: it is the state of the open month.
 */
import type { Scope } from '@kept/domain/scope.ts'
import { SyncFailure } from '@kept/domain/sync/failure.ts'
import type { CostReportSource, LiveCloud } from '@kept/domain/sync/port.ts'
import { saveCheck } from '@kept/store/sync/connections.ts'
import { type ExportUnit, finishExportUnit, listExportUnits, loadedFiles } from '@kept/store/sync/exports.ts'
import { addProgress } from '@kept/store/sync/runs.ts'
import { planUnits, stopUnit } from '@kept/store/sync/units.ts'
import type { ApiBudget } from '../api-cost.ts'
import { stoppedBy } from '../stopped-by.ts'
import { type ExportServices, importMonths } from './import-months.ts'
import { oldestOpenMonth } from './month-listing.ts'
import type { MonthExport } from './plan-exports.ts'
import { planReports } from './plan-reports.ts'
import type { ExportRun } from './read-exports.ts'
import { refuseDoubledMonths, refuseRival } from './refuse-rivals.ts'

interface ReportsRun extends ExportRun {
  cloud: LiveCloud
  budget: ApiBudget
  /** How many units of this run are not months. */
  liveUnits: number
}

/** Less than a day, so that what is read at the same hour each day is read each day. */
const renewedAfterMs = 20 * 3_600_000

/** Returns what needs a person, in one sentence; '' when nothing does. */
export async function readCostReports(services: ExportServices, scope: Scope, request: ReportsRun): Promise<string> {
  const { connection, cloud, startedBy, run } = request
  const source = cloud.costReports
  if (source === undefined) return ''
  const before = await listExportUnits(services.state.database, scope, connection.id)
  if (startedBy === 'schedule' && isRecent(before, services.now())) return ''
  const sent = { requests: cloud.calls(), chargedNanos: cloud.chargedNanos() }
  const addSent = () =>
    addProgress(services.state.database, scope, connection.id, {
      run,
      progress: {
        requests: cloud.calls() - sent.requests,
        chargedNanos: cloud.chargedNanos() - sent.chargedNanos,
      },
    })
  try {
    await refuseRival(services, scope, { connection, source })
    const months = await listMonths(services, scope, { ...request, source, before }).finally(addSent)
    const error = await importReports(services, scope, { ...request, source, before, months })
    await saveCapability(services, scope, request, undefined)
    return error
  } catch (failure) {
    if (!(failure instanceof SyncFailure)) throw failure
    await stopOpenMonth(services, scope, { ...request, source, before, failure })
    await saveCapability(services, scope, request, failure)
    return failure.kind === 'unexpected' ? failure.message : ''
  }
}

interface ReportsToList extends ReportsRun {
  source: CostReportSource
  before: readonly ExportUnit[]
}

async function listMonths(
  services: ExportServices,
  scope: Scope,
  { source, before, budget, startedBy }: ReportsToList,
): Promise<MonthExport[]> {
  const now = services.now()
  if (budget.isSpentFor('exports'))
    throw new SyncFailure('throttled', budget.reasonFor('exports'), {
      retryAfterMs: budget.until.getTime() - now.getTime(),
    })
  const own = before.filter(({ exportName }) => exportName === source.accountId)
  const since = oldestOpenMonth(own, now, { isScheduled: startedBy === 'schedule' })
  const reports = await source.list({ since, leftNanos: budget.leftNanos() })
  await refuseDoubledMonths(services, scope, { source, reports })
  return planReports(source.accountId, reports, await loadedFiles(services.state.database, scope, source.address))
}

function isRecent(units: readonly ExportUnit[], now: Date): boolean {
  const sinceMs = now.getTime() - renewedAfterMs
  // What is not tried again is no reason to list more often.
  const tried = units.filter(({ isFinal }) => !isFinal)
  return (
    tried.length > 0 &&
    tried.every(({ state, completedAt }) => state === 'complete' && (completedAt?.getTime() ?? 0) > sinceMs)
  )
}

async function importReports(
  services: ExportServices,
  scope: Scope,
  {
    connection: { id: connectionId },
    liveUnits,
    run,
    startedBy,
    signal,
    isPaused,
    source,
    before,
    months,
  }: ReportsToList & { months: readonly MonthExport[] },
): Promise<string> {
  const { database } = services.state
  const stay = before.filter(
    ({ exportName, month }) => exportName === source.accountId && !months.some((other) => other.month === month),
  )
  const planned = [...months, ...stay]
  await planMonths(services, scope, connectionId, { months: planned, source })
  await addProgress(database, scope, connectionId, { run, progress: { units: liveUnits + planned.length } })
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
  { months, source }: { months: readonly Pick<ExportUnit, 'exportName' | 'month'>[]; source: CostReportSource },
): Promise<void> {
  const units = months.map(({ exportName, month }) => ({
    accountId: exportName,
    accountName: source.title,
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
    source,
    liveUnits,
    run,
    before,
    failure,
  }: ReportsToList & { failure: SyncFailure },
): Promise<void> {
  const { database } = services.state
  const month = services.now().toISOString().slice(0, 7)
  const { accountId: exportName } = source
  const own = before.filter((unit) => unit.exportName === exportName && unit.month !== month)
  await planMonths(services, scope, connectionId, { months: [...own, { exportName, month }], source })
  await addProgress(database, scope, connectionId, { run, progress: { units: liveUnits + own.length + 1 } })
  const units = await listExportUnits(database, scope, connectionId)
  const open = units.find((unit) => unit.month === month && unit.exportName === exportName)
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
