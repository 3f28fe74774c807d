/** What visits of the demo changed: counted while they last, taken back when they are over. */
import type { Scope } from '@kept/domain/scope.ts'
import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'

export interface DemoQuota {
  /** Changes of one visit, and of all visits that last. */
  changesPerVisit: number
  changes: number
  /** Rows of the demo itself whose state visits have moved. */
  changedRows: number
}

export type DemoQuotaReached = 'visit' | 'demo' | undefined

/** Counts one change of a visit before it is made; the answer says which quota forbids it. */
export function countDemoChange(
  database: Database,
  scope: Scope,
  { id, expiresAt, quota, isMark }: { id: string; expiresAt: Date; quota: DemoQuota; isMark: boolean },
): Promise<DemoQuotaReached> {
  return database.scoped(scope, async (tx) => {
    // Visits that change something at the same time are counted one after the other.
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

/** Whether a row of a table was created by the visit this is asked in. */
export function isOfDemoVisit(
  database: Database,
  scope: Scope,
  { table, id, visit }: { table: 'budget' | 'alert_rule' | 'known_event'; id: string; visit: string },
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

/** Takes back what ended visits changed; each in a transaction of its own. Answers how many had ended. */
export async function endDemoVisits(database: Database, scope: Scope, now: Date | 'all'): Promise<number> {
  const endedVisits = await database.scoped(scope, async (tx) => {
    const visits = tx.selectFrom('demo_visit').select('id').orderBy('expires_at')
    return (now === 'all' ? visits : visits.where('expires_at', '<=', now)).execute()
  })
  for (const { id } of endedVisits)
    await database.scoped(scope, async (tx) => {
      await sql`SELECT pg_advisory_xact_lock(7253044, hashtext(${scope.organizationId}))`.execute(tx)
      await sql`SELECT end_demo_visit(${id}::uuid)`.execute(tx)
    })
  return endedVisits.length
}
