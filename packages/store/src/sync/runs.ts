/** Runs of a connection: at most one is under way, and its numbers grow with each unit. */
import type { Scope } from '@kept/domain/scope.ts'
import type { SyncRun } from '@kept/domain/sync/connection.ts'
import { compare, multiply, subtract } from '@kept/foundation/decimal.ts'
import { sql } from 'kysely'
import type { Database, ScopedTransaction } from '../database/connect.ts'
import { refreshResourceSearchText } from '../resources/refresh-search-text.ts'
import { chargedThisMonth, publishChange, toRun } from './connections.ts'

export interface RunUnderWay {
  id: string
  startedAt: Date
  /** An earlier process began it, and what it read may not have been evaluated. */
  isResumed: boolean
  /** None of the connection has finished before. */
  isFirst: boolean
}

/** The run that is under way: a new one, or the one that an earlier process did not finish. */
export async function beginRun(
  database: Database,
  scope: Scope,
  connectionId: string,
  { startedBy, now }: { startedBy: string; now: Date },
): Promise<RunUnderWay> {
  return database.scoped(scope, async (tx) => {
    const begun = await tx
      .insertInto('sync_run')
      .values({
        organization_id: scope.organizationId,
        connection_id: connectionId,
        started_by: startedBy,
        started_at: now,
      })
      .onConflict((conflict) => conflict.column('connection_id').where('finished_at', 'is', null).doNothing())
      .executeTakeFirst()
    const run = await tx
      .selectFrom('sync_run')
      .select(['id', 'started_at'])
      .where('connection_id', '=', connectionId)
      .where('finished_at', 'is', null)
      .executeTakeFirstOrThrow()
    const finished = await tx
      .selectFrom('sync_run')
      .select('id')
      .where('connection_id', '=', connectionId)
      .where('finished_at', 'is not', null)
      .limit(1)
      .executeTakeFirst()
    await publishChange(tx, scope, connectionId)
    const isResumed = begun.numInsertedOrUpdatedRows === 0n
    return { id: run.id, startedAt: run.started_at, isResumed, isFirst: finished === undefined }
  })
}

interface RunProgress {
  resources?: number
  removed?: number
  points?: number
  requests?: number
  /** What the cloud charges, in nano-dollars. */
  chargedNanos?: number
  /** Set once the units are known. */
  units?: number
}

/** Adds to the numbers of a run, and counts its complete units again. */
export async function addProgress(
  database: Database,
  scope: Scope,
  connectionId: string,
  { run, progress }: { run: RunUnderWay; progress: RunProgress },
): Promise<void> {
  const { resources = 0, removed = 0, points = 0, requests = 0, chargedNanos = 0, units } = progress
  await database.scoped(scope, async (tx) => {
    await tx
      .updateTable('sync_run')
      .set((eb) => ({
        resources: sql<string>`resources + ${resources}`,
        removed: sql<string>`removed + ${removed}`,
        points: sql<string>`points + ${points}`,
        requests: sql<string>`requests + ${requests}`,
        charged_nanos: sql<string>`charged_nanos + ${chargedNanos}`,
        ...(units !== undefined && { units }),
        complete_units: eb
          .selectFrom('sync_unit')
          .select((count) => count.fn.countAll<string>().as('count'))
          .where('connection_id', '=', connectionId)
          .where('completed_at', '>=', run.startedAt),
      }))
      .where('id', '=', run.id)
      .execute()
    await publishChange(tx, scope, connectionId)
  })
}

/** Adds what an import has sent to the run that is under way, or else to the last one. */
export async function addRequests(
  database: Database,
  scope: Scope,
  connectionId: string,
  requests: number,
): Promise<void> {
  await database.scoped(scope, (tx) => addToLastRun(tx, scope, connectionId, { requests, nanos: 0 }))
}

/**
 * Counts what an import is about to spend, in nano-dollars, with the run that is under way, or else with the last one.
 * Returns false, and counts nothing, when it is more than what is left of the monthly limit. Two imports of a connection
 * wait for each other, so that they do not spend the same rest. What was not spent is taken back with a negative number.
 */
export async function spendWithinLimit(
  database: Database,
  scope: Scope,
  connectionId: string,
  nanos: number,
): Promise<boolean> {
  return database.scoped(scope, async (tx) => {
    const { api_cost_limit: limit } = await tx
      .selectFrom('sync_connection')
      .select('api_cost_limit')
      .where('id', '=', connectionId)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow()
    const charged = (await chargedThisMonth(tx, [connectionId])).get(connectionId) ?? '0'
    const left = subtract(multiply(limit, nanosPerDollar), charged)
    if (nanos > 0 && compare(String(nanos), left) > 0) return false
    await addToLastRun(tx, scope, connectionId, { requests: 0, nanos })
    return true
  })
}

const nanosPerDollar = '1000000000'

async function addToLastRun(
  tx: ScopedTransaction,
  scope: Scope,
  connectionId: string,
  { requests, nanos }: { requests: number; nanos: number },
): Promise<void> {
  await tx
    .updateTable('sync_run')
    .set({
      requests: sql<string>`requests + ${requests}`,
      charged_nanos: sql<string>`charged_nanos + ${nanos}`,
    })
    .where('id', '=', (query) =>
      query
        .selectFrom('sync_run')
        .select('id')
        .where('connection_id', '=', connectionId)
        .orderBy('started_at', 'desc')
        .limit(1),
    )
    .execute()
  await publishChange(tx, scope, connectionId)
}

export async function finishRun(
  database: Database,
  scope: Scope,
  connectionId: string,
  { run, error, nextRunAt, now }: { run: RunUnderWay; error: string; nextRunAt: Date; now: Date },
): Promise<void> {
  await database.scoped(scope, async (tx) => {
    // First the connection, as who removes it or spends of its limit: in another order, they would wait for each other.
    await tx
      .updateTable('sync_connection')
      .set({ next_run_at: nextRunAt, error })
      .where('id', '=', connectionId)
      .execute()
    await tx.updateTable('sync_run').set({ finished_at: now, error }).where('id', '=', run.id).execute()
    await refreshResourceSearchText(tx)
    await publishChange(tx, scope, connectionId)
  })
}

/** The latest runs, newest first. */
export async function listRuns(
  database: Database,
  scope: Scope,
  connectionId: string,
  limit: number,
): Promise<SyncRun[]> {
  const rows = await database.scoped(scope, (tx) =>
    tx
      .selectFrom('sync_run')
      .selectAll()
      .where('connection_id', '=', connectionId)
      .orderBy('started_at', 'desc')
      .limit(limit)
      .execute(),
  )
  return rows.map(toRun)
}
