/** One run of a connection: find accounts and regions, list what is there, read metrics, evaluate. */
import type { AwsSession } from '@kept/connectors/aws/live/session.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { SyncFailure } from '@kept/domain/sync/failure.ts'
import { nextRunMs } from '@kept/domain/sync/schedule.ts'
import { getSyncConnection, isPaused } from '@kept/store/sync/connections.ts'
import { beginRun, finishRun, type RunUnderWay } from '@kept/store/sync/runs.ts'
import { planUnits, stopUnit, type UnitToRead, unitsToRead } from '@kept/store/sync/units.ts'
import type { Services } from '../platform/context.ts'
import type { ChangePipeline } from '../platform/pipeline.ts'
import { type DiscoveredUnits, discoverUnits } from './discover-units.ts'
import { inParallel } from './in-parallel.ts'
import { openAwsSession, readSealedAws } from './open-session.ts'
import { reportProgress } from './report-progress.ts'
import { runUnit, type UnitResult } from './run-unit.ts'

export interface RunServices extends Pick<Services, 'state' | 'secrets' | 'config' | 'now' | 'log'> {
  pipeline: ChangePipeline
}

interface RunContext {
  services: RunServices
  scope: Scope
  connectionId: string
  run: RunUnderWay
  session: AwsSession
  discovered: DiscoveredUnits
  signal: AbortSignal
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
    const sealed = await readSealedAws(services, scope, connectionId)
    const session = openAwsSession(services, sealed, signal)
    const discovered = await discoverUnits(session, { roleArn: sealed.role_arn ?? '', regions: sealed.regions })
    await planUnits(state.database, scope, connectionId, { units: discovered.units, now: now() })
    await readAll({
      services,
      scope,
      connectionId,
      run,
      session,
      discovered,
      signal,
      isPaused: onceASecond(now, () => isPaused(state.database, scope, connectionId)),
    })
  } catch (failure) {
    signal.throwIfAborted()
    if (!(failure instanceof SyncFailure)) throw failure
    error = failure.message
  }
  const nextRunAt = new Date(nextRunMs(connectionId, run.startedAt.getTime()))
  await finishRun(state.database, scope, connectionId, { run, error, nextRunAt, now: now() })
  log.info(
    { event: 'connection.synced', organization_id: scope.organizationId, connection_id: connectionId, error },
    'synced a connection',
  )
}

async function readAll(context: RunContext): Promise<void> {
  const { services, scope, connectionId, run, session, discovered } = context
  const { database } = services.state
  const units = await unitsToRead(database, scope, connectionId, { runStartedAt: run.startedAt, now: services.now() })
  const report = reportProgress(services, scope, { connectionId, run, requests: session.calls })
  await report.add({ units: discovered.units.length })
  const read = async (part: readonly UnitToRead[]) => {
    const left = new Map<string, number>()
    for (const { accountId } of part) left.set(accountId, (left.get(accountId) ?? 0) + 1)
    let points = 0
    await inParallel(part, parallelUnits, async (unit) => {
      const result = await readUnit(context, unit)
      if (result) {
        points += result.points
        await report.add(result)
      }
      const others = (left.get(unit.accountId) ?? 1) - 1
      left.set(unit.accountId, others)
      if (others === 0) discovered.sessions.get(unit.accountId)?.release()
    })
    await report.flush()
    return points
  }
  const inventory = units.filter(({ dataset }) => dataset !== 'metrics')
  await read(inventory)
  // Without metrics there are recommendations already.
  if (inventory.length > 0) await services.pipeline.run('inventory', scope)
  const points = await read(units.filter(({ dataset }) => dataset === 'metrics'))
  if (points > 0) await services.pipeline.run('metrics', scope)
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
  const { services, scope, connectionId, discovered, signal } = context
  const { database } = services.state
  const { now } = services
  const mayContinue = async () => {
    signal.throwIfAborted()
    return !(await context.isPaused())
  }
  if (!(await mayContinue())) return undefined
  const denial = discovered.denied.get(unit.accountId)
  const session = discovered.sessions.get(unit.accountId)
  if (denial || !session) {
    await stopUnit(database, scope, unit.id, {
      state: 'denied',
      reason: denial?.message ?? 'This account was not found.',
      missingAction: denial?.action ?? '',
      now: now(),
    })
    return undefined
  }
  return runUnit(services, scope, { connectionId, unit, session }, mayContinue)
}
