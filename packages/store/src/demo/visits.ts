/** Changes by demo visits: counted during the visit, reverted when it ends. */
import type { Scope } from '@kept/domain/scope.ts'
import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import { runInDemoVisit } from '../database/demo-visit.ts'
import { liveLoopColumns, publishLoopChange } from '../loops/publish-change.ts'

export interface DemoQuota {
  /** Changes of one visit, and of all active visits. */
  changesPerVisit: number
  changes: number
  /** Rows of the demo itself that visits have changed. */
  changedRows: number
}

type DemoQuotaReached = 'visit' | 'demo' | undefined

/** Counts one change of a visit before it is made; returns the quota that forbids it, if any. */
export function countDemoChange(
  database: Database,
  scope: Scope,
  { id, expiresAt, quota, isMark }: { id: string; expiresAt: Date; quota: DemoQuota; isMark: boolean },
): Promise<DemoQuotaReached> {
  return database.scoped(scope, async (tx) => {
    // Concurrent changes of visits are counted one after the other.
    await sql`SELECT pg_advisory_xact_lock(7253044, hashtext(${scope.organizationId}))`.execute(tx)
    const visits = await tx.selectFrom('demo_visit').select(['id', 'changes']).execute()
    const visitChanges = visits.find((visit) => visit.id === id)?.changes ?? 0
    if (visitChanges >= quota.changesPerVisit) return 'visit'
    if (visits.reduce((sum, { changes }) => sum + changes, 0) >= quota.changes) return 'demo'
    if (isMark) {
      const marked = await tx.selectFrom('demo_change').select(['table_name', 'row_id']).distinct().execute()
      if (marked.length >= quota.changedRows) return 'demo'
    }
    await tx
      .insertInto('demo_visit')
      .values({ organization_id: scope.organizationId, id, expires_at: expiresAt, changes: 1 })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ changes: visitChanges + 1 }))
      .execute()
    return undefined
  })
}

/** Visits that have changed something, each from before its first change until it is reverted. */
export async function activeDemoVisits(database: Database, scope: Scope): Promise<string[]> {
  const visits = await database.scoped(scope, (tx) => tx.selectFrom('demo_visit').select('id').orderBy('id').execute())
  return visits.map(({ id }) => id)
}

/** Runs the work of a job for the organization, and again within every visit of its demo: their rows are hidden from jobs. */
export async function withEachVisit(
  database: Database,
  { id, demo }: { id: string; demo: boolean },
  work: (scope: Scope) => Promise<void>,
): Promise<void> {
  const scope = { organizationId: id }
  await work(scope)
  if (!demo) return
  for (const visit of await activeDemoVisits(database, scope)) await runInDemoVisit(visit, () => work(scope))
}

/** True when a row was created by the current demo visit. */
export function isOfDemoVisit(
  database: Database,
  scope: Scope,
  {
    table,
    id,
    visit,
  }: {
    table:
      | 'budget'
      | 'alert_rule'
      | 'autopilot_policy'
      | 'cost_annotation'
      | 'known_event'
      | 'recommendation_comment'
      | 'saved_report'
      | 'saved_view'
    id: string
    visit: string
  },
): Promise<boolean> {
  return database.scoped(scope, async (tx) => {
    const row = await tx
      .selectFrom(table)
      .select('id')
      .where('demo_visit', '=', visit)
      .where(sql<string>`id::text`, '=', id)
      .executeTakeFirst()
    return row !== undefined
  })
}

/** Reverts the changes of ended visits, each in its own transaction. Returns how many had ended. */
export async function endDemoVisits(database: Database, scope: Scope, now: Date | 'all'): Promise<number> {
  const endedVisits = await database.scoped(scope, async (tx) => {
    const visits = tx.selectFrom('demo_visit').select('id').orderBy('expires_at')
    return (now === 'all' ? visits : visits.where('expires_at', '<=', now)).execute()
  })
  for (const { id } of endedVisits)
    await database.scoped(scope, async (tx) => {
      await sql`SELECT pg_advisory_xact_lock(7253044, hashtext(${scope.organizationId}))`.execute(tx)
      const loops = () => tx.selectFrom('loop_incident').select(liveLoopColumns)
      const changedLoops = await loops()
        .where('id', 'in', (qb) =>
          qb
            .selectFrom('demo_change')
            .select('row_id')
            .where('visit', '=', id)
            .where('table_name', '=', 'loop_incident'),
        )
        .execute()
      await sql`SELECT end_demo_visit(${id}::uuid)`.execute(tx)
      for (const before of changedLoops) {
        const after = await loops().where('id', '=', before.id).executeTakeFirst()
        if (after) await publishLoopChange(tx, scope, { before, after })
      }
    })
  return endedVisits.length
}
