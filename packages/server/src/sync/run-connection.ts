/** One run of a connection: find accounts and regions, list what is there, read metrics, evaluate. */
import type { AwsSession } from '@kept/connectors/aws/live/session.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { SyncFailure } from '@kept/domain/sync/failure.ts'
import { nextRunMs } from '@kept/domain/sync/schedule.ts'
import { getSyncConnection } from '@kept/store/sync/connections.ts'
import { addProgress, beginRun, finishRun, type RunUnderWay } from '@kept/store/sync/runs.ts'
import { planUnits, stopUnit, type UnitToRead, unitsToRead } from '@kept/store/sync/units.ts'
import type { Services } from '../platform/context.ts'
import type { ChangePipeline } from '../platform/pipeline.ts'
import { type DiscoveredUnits, discoverUnits } from './discover-units.ts'
import { inParallel } from './in-parallel.ts'
import { openAwsSession, readSealedAws } from './open-session.ts'
import { runUnit } from './run-unit.ts'

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
    await readAll({ services, scope, connectionId, run, session, discovered, signal })
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
  const { services, scope, connectionId, run, session } = context
  const { database } = services.state
  const units = await unitsToRead(database, scope, connectionId, { runStartedAt: run.startedAt, now: services.now() })
  await addProgress(database, scope, connectionId, { run, progress: { units: context.discovered.units.length } })
  let requests = 0
  const countRequests = () => {
    const sent = session.calls() - requests
    requests += sent
    return sent
  }
  const inventory = units.filter(({ dataset }) => dataset !== 'metrics')
  await inParallel(inventory, parallelUnits, async (unit) => {
    await readUnit(context, unit, countRequests)
  })
  // Without metrics there are recommendations already.
  if (inventory.length > 0) await services.pipeline.run('inventory', scope)
  let points = 0
  await inParallel(
    units.filter(({ dataset }) => dataset === 'metrics'),
    parallelUnits,
    async (unit) => {
      points += await readUnit(context, unit, countRequests)
    },
  )
  if (points > 0) await services.pipeline.run('metrics', scope)
}

/** Returns the number of metric points it read. */
async function readUnit(context: RunContext, unit: UnitToRead, countRequests: () => number): Promise<number> {
  const { services, scope, connectionId, run, discovered, signal } = context
  const { database } = services.state
  const { now } = services
  signal.throwIfAborted()
  if (!(await mayContinue(context))) return 0
  const denial = discovered.denied.get(unit.accountId)
  const session = discovered.sessions.get(unit.accountId)
  if (denial || !session) {
    await stopUnit(database, scope, unit.id, {
      state: 'denied',
      reason: denial?.message ?? 'This account was not found.',
      missingAction: denial?.action ?? '',
      now: now(),
    })
    return 0
  }
  const { resources, removed, points } = await runUnit(services, scope, { connectionId, unit, session }, () => {
    signal.throwIfAborted()
    return mayContinue(context)
  })
  await addProgress(database, scope, connectionId, {
    run,
    progress: { resources, removed, points, requests: countRequests() },
  })
  return points
}

/** A person may pause a run between two pages. */
async function mayContinue({ services, scope, connectionId }: RunContext): Promise<boolean> {
  const { paused_at } = await getSyncConnection(services.state.database, scope, connectionId)
  return paused_at === null
}
