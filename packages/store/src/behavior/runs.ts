/** Runs of the analysis: queued, running, done or failed. */
import type { BehaviorRun } from '@kept/domain/behavior-run.ts'
import type { Scope } from '@kept/domain/scope.ts'
import type { Database, ScopedTransaction } from '../database/connect.ts'
import { publish } from '../live/publish.ts'

interface RunOrder {
  team: string
  from: string | null
  to: string | null
  requested_by: string
  now: Date
}

/** Calls `queue` in the same transaction, so no run is without its job. Returns a run that is already waiting. */
export async function createRun(
  database: Database,
  scope: Scope,
  { team, from, to, requested_by, now }: RunOrder,
  queue: (id: string, tx: ScopedTransaction) => Promise<void>,
): Promise<BehaviorRun> {
  return database.scoped(scope, async (tx) => {
    const waiting = await tx
      .selectFrom('behavior_run')
      .selectAll()
      .where('status', '=', 'queued')
      .where('team', '=', team)
      .where('start_date', from === null ? 'is' : '=', from)
      .where('end_date', to === null ? 'is' : '=', to)
      .executeTakeFirst()
    if (waiting) return toRun(waiting)
    const row = await tx
      .insertInto('behavior_run')
      .values({ organization_id: tx.scopedTo, team, start_date: from, end_date: to, requested_by, created_at: now })
      .returningAll()
      .executeTakeFirstOrThrow()
    await queue(row.id, tx)
    return toRun(row)
  })
}

export async function findRun(database: Database, scope: Scope, id: string): Promise<BehaviorRun | null> {
  const row = await database.scoped(scope, (tx) =>
    tx.selectFrom('behavior_run').selectAll().where('id', '=', id).executeTakeFirst(),
  )
  return row ? toRun(row) : null
}

/** The latest run, whatever its state. */
export async function latestRun(database: Database, scope: Scope): Promise<BehaviorRun | null> {
  const row = await database.scoped(scope, (tx) =>
    tx.selectFrom('behavior_run').selectAll().orderBy('created_at', 'desc').limit(1).executeTakeFirst(),
  )
  return row ? toRun(row) : null
}

export async function noteStage(
  database: Database,
  scope: Scope,
  id: string,
  { stage, progress }: { stage: string; progress: number },
): Promise<void> {
  await database.scoped(scope, (tx) =>
    tx.updateTable('behavior_run').set({ status: 'running', stage, progress }).where('id', '=', id).execute(),
  )
}

export async function endRun(
  database: Database,
  scope: Scope,
  id: string,
  { error, now }: { error: string; now: Date },
): Promise<void> {
  const status = error === '' ? 'done' : 'failed'
  await database.scoped(scope, async (tx) => {
    await tx
      .updateTable('behavior_run')
      .set({ status, stage: '', progress: 1, error, finished_at: now })
      .where('id', '=', id)
      .execute()
    await publish(tx, scope, { channel: 'metrics', payload: { kind: 'analysis_finished', id, status } })
  })
}

interface RunRow {
  id: string
  team: string
  start_date: string | null
  end_date: string | null
  status: BehaviorRun['status']
  stage: string
  progress: number
  error: string
  created_at: Date
  finished_at: Date | null
}

function toRun({ id, team, start_date, end_date, status, stage, progress, error, ...row }: RunRow): BehaviorRun {
  return {
    id,
    team,
    start_date: start_date,
    end_date: end_date,
    status,
    stage,
    progress,
    error,
    created_at: row.created_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
  }
}
