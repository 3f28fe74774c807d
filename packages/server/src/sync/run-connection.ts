/** One run of a connection: find accounts and regions, list what is there, read metrics, evaluate. */
import { isStorageKind } from '@kept/domain/connection-kind.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { SyncFailure } from '@kept/domain/sync/failure.ts'
import type { DiscoveredUnits, LiveCloud } from '@kept/domain/sync/port.ts'
import { nextRunMs } from '@kept/domain/sync/schedule.ts'
import { getSyncConnection, isPaused } from '@kept/store/sync/connections.ts'
import { beginRun, finishRun, type RunUnderWay } from '@kept/store/sync/runs.ts'
import { planUnits, stopUnit, type UnitToRead, unitsToRead } from '@kept/store/sync/units.ts'
import type { Services } from '../platform/context.ts'
import type { ChangePipeline } from '../platform/pipeline.ts'
import { type ApiBudget, apiBudget } from './api-cost.ts'
import { evaluateEarly } from './evaluate-early.ts'
import { evaluateRun } from './evaluate-run.ts'
import { saveExportCheck } from './exports/check-exports.ts'
import type { ExportServices } from './exports/import-months.ts'
import { readCostReports } from './exports/read-cost-reports.ts'
import { type ExportRun, readExports } from './exports/read-exports.ts'
import { inParallel } from './in-parallel.ts'
import { openCloud } from './open-cloud.ts'
import { pointsWriter, type WritePoints } from './points-writer.ts'
import { reportProgress } from './report-progress.ts'
import { runUnit, type UnitResult } from './run-unit.ts'
import { readSealedAccess } from './sealed-access.ts'

export interface RunServices extends Pick<Services, 'state' | 'secrets' | 'config' | 'now' | 'log'>, ExportServices {
  pipeline: ChangePipeline
  /** Stores records of who did what, in a cloud's own format, as JSON lines. */
  importActivity(scope: Scope, lines: string): Promise<unknown>
}

interface RunContext {
  services: RunServices
  scope: Scope
  connectionId: string
  run: RunUnderWay
  cloud: LiveCloud
  discovered: DiscoveredUnits
  budget: ApiBudget
  signal: AbortSignal
  writePoints: WritePoints
  /** A person may pause a run between two pages. */
  isPaused(): Promise<boolean>
}

const parallelUnits = 8

/** Resumes a run that was interrupted. A paused connection is not read. */
export async function runConnection(
  services: RunServices,
  scope: Scope,
  connectionId: string,
  { startedBy, signal }: { startedBy: string; signal: AbortSignal },
): Promise<void> {
  const { state, now, log } = services
  const connection = await getSyncConnection(state.database, scope, connectionId)
  if (connection.paused_at !== null) return
  const run = await beginRun(state.database, scope, connectionId, { startedBy, now: now() })
  let error = ''
  try {
    const isConnectionPaused = onceASecond(now, () => isPaused(state.database, scope, connectionId))
    const read = isStorageKind(connection.kind) ? readExports : readCloud
    error = await read(services, scope, { connection, run, startedBy, signal, isPaused: isConnectionPaused })
  } catch (failure) {
    signal.throwIfAborted()
    if (!(failure instanceof SyncFailure)) throw failure
    error = failure.message
    if (isStorageKind(connection.kind)) await saveExportCheck(services, scope, connection, { bucket: '', failure })
  }
  const nextRunAt = new Date(nextRunMs(connection.kind, connectionId, run.startedAt.getTime()))
  await finishRun(state.database, scope, connectionId, { run, error, nextRunAt, now: now() })
  log.info(
    { event: 'connection.synced', organization_id: scope.organizationId, connection_id: connectionId, error },
    'synced a connection',
  )
}

/** Returns what needs a person, in one sentence; '' when nothing does. */
async function readCloud(services: RunServices, scope: Scope, request: ExportRun): Promise<string> {
  const { connection, run, signal, isPaused } = request
  const { state, now } = services
  const { id: connectionId } = connection
  const sealed = await readSealedAccess(services, scope, connectionId)
  const cloud = openCloud(services, scope, { id: connectionId, sealed, signal })
  const discovered = await cloud.discover()
  await planUnits(state.database, scope, connectionId, { units: discovered.units, now: now() })
  const budget = apiBudget(connection, {
    chargedNanos: cloud.chargedNanos,
    hasReports: cloud.costReports !== undefined,
    now: now(),
  })
  const write = pointsWriter(services, scope)
  await readAll({
    ...{ services, scope, connectionId, run, cloud, discovered, budget, signal, isPaused },
    writePoints: write,
  })
  return readCostReports(services, scope, { ...request, cloud, budget, liveUnits: discovered.units.length })
}

async function readAll(context: RunContext): Promise<void> {
  const { services, scope, connectionId, run, cloud, discovered } = context
  const { database } = services.state
  const units = await unitsToRead(database, scope, connectionId, { runStartedAt: run.startedAt, now: services.now() })
  const report = reportProgress(services, scope, { connectionId, run, cloud })
  const evaluate = (change: 'inventory' | 'metrics') => services.pipeline.run(change, scope)
  await report.add({ units: discovered.units.length })
  const read = async (part: readonly UnitToRead[], afterUnit?: () => void) => {
    const left = new Map<string, number>()
    for (const { accountId } of part) left.set(accountId, (left.get(accountId) ?? 0) + 1)
    let [points, prices] = [0, 0]
    await inParallel(part, parallelUnits, async (unit) => {
      const result = await readUnit(context, unit)
      if (result) {
        points += result.points
        prices += result.prices
        await report.add(result)
        afterUnit?.()
      }
      const others = (left.get(unit.accountId) ?? 1) - 1
      left.set(unit.accountId, others)
      if (others === 0) cloud.release(unit.accountId)
    })
    await report.flush()
    return { points, prices }
  }
  const isAfterInventory = ({ dataset }: UnitToRead) => dataset === 'metrics' || dataset === 'activity'
  const isOfPrices = ({ dataset }: UnitToRead) => dataset === 'prices'
  const inventory = units.filter((unit) => !isAfterInventory(unit) && !isOfPrices(unit))
  const early = run.isFirst ? evaluateEarly(services, scope, () => evaluate('inventory')) : undefined
  try {
    await read(inventory, early?.afterUnit)
  } finally {
    await early?.end()
  }
  // Of what the inventory has, and before all of it is evaluated.
  const { prices } = await read(units.filter(isOfPrices))
  await evaluateRun(evaluate, {
    hasInventory: inventory.length > 0 || prices > 0 || run.isResumed,
    readMetrics: async () => (await read(units.filter(isAfterInventory))).points,
    hadPoints: run.isResumed,
  })
}

/** Repeats its last answer for a second: thousands of units ask the same. */
function onceASecond(now: () => Date, ask: () => Promise<boolean>): () => Promise<boolean> {
  let last: { atMs: number; answer: Promise<boolean> } | undefined
  return () => {
    const atMs = now().getTime()
    if (last === undefined || atMs - last.atMs >= 1000) last = { atMs, answer: ask() }
    return last.answer
  }
}

/** Undefined when it was not read: paused, or its account cannot be opened. */
async function readUnit(context: RunContext, unit: UnitToRead): Promise<UnitResult | undefined> {
  const { services, scope, connectionId, cloud, discovered, budget, signal } = context
  const { database } = services.state
  const { now } = services
  const mayContinue = async () => {
    signal.throwIfAborted()
    if (budget.isSpentFor(unit.dataset)) return false
    return !(await context.isPaused())
  }
  signal.throwIfAborted()
  if (await context.isPaused()) return undefined
  const denial = discovered.denied.get(unit.accountId)
  if (denial) {
    await stopUnit(database, scope, unit.id, {
      state: 'denied',
      reason: denial.message,
      missingAction: denial.action,
      now: now(),
    })
    return undefined
  }
  if (budget.isSpentFor(unit.dataset)) {
    const reason = budget.reasonFor(unit.dataset)
    await stopUnit(database, scope, unit.id, { state: 'throttled', reason, throttledUntil: budget.until, now: now() })
    return undefined
  }
  return runUnit({ ...services, writePoints: context.writePoints }, scope, { connectionId, unit, cloud }, mayContinue)
}
