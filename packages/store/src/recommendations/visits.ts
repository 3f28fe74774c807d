/** When someone last looked at the recommendations, and what changed since. */
import type { RecommendationChange } from '@kept/domain/recommendation.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { add } from '@kept/foundation/decimal.ts'
import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'

/** Looking again within this time is the same visit. */
const visitMs = 30 * 60_000

/** Records a visit; returns when the visit before it ended, null on the first one. */
export async function recordRecommendationVisit(
  database: Database,
  scope: Scope,
  { reader, now }: { reader: string; now: Date },
): Promise<Date | null> {
  const row = await database.scoped(scope, (tx) =>
    tx
      .insertInto('recommendation_visit')
      .values({ organization_id: tx.scopedTo, reader, visited_at: now })
      .onConflict((conflict) =>
        conflict.columns(['organization_id', 'reader']).doUpdateSet({
          since: sql<Date>`CASE WHEN recommendation_visit.visited_at < ${new Date(now.getTime() - visitMs)}
            THEN recommendation_visit.visited_at ELSE recommendation_visit.since END`,
          visited_at: now,
        }),
      )
      .returning('since')
      .executeTakeFirstOrThrow(),
  )
  return row.since
}

/** What is new since then, and what moved to another status and still has it. Statuses without a change are left out. */
export async function listChangesSince(database: Database, scope: Scope, since: Date): Promise<RecommendationChange[]> {
  const rows = await database.scoped(scope, (tx) =>
    tx
      .selectFrom('recommendation as r')
      .select(['r.status', 'r.currency'])
      .select((eb) => eb.fn.countAll<string>().as('count'))
      .select(sql<string>`coalesce(sum(r.monthly_savings), 0)`.as('monthly_savings'))
      .where(
        sql<boolean>`CASE r.status
          WHEN 'open' THEN r.counted_in = '' AND r.first_seen_at > ${since}
          WHEN 'gone' THEN r.counted_in = '' AND r.last_absent_at > ${since}
          ELSE EXISTS (SELECT FROM recommendation_transition t WHERE t.recommendation_id = r.id
            AND t.status_after = r.status AND t.status_before <> t.status_after AND t.at > ${since}) END`,
      )
      .groupBy(['r.status', 'r.currency'])
      .orderBy('r.currency')
      .execute(),
  )
  const changes = new Map<string, RecommendationChange>()
  for (const { status, currency, count, monthly_savings } of rows) {
    const change = changes.get(status) ?? { status, count: 0, totals: [] }
    changes.set(status, {
      status,
      count: change.count + Number(count),
      totals: [...change.totals, { currency, monthly_savings: add('0', monthly_savings) }],
    })
  }
  return [...changes.values()]
}

/** Whether the organization had a recommendation before then. */
export async function isDetectedBefore(database: Database, scope: Scope, moment: Date): Promise<boolean> {
  const row = await database.scoped(scope, (tx) =>
    tx.selectFrom('recommendation').select('id').where('first_seen_at', '<', moment).limit(1).executeTakeFirst(),
  )
  return row !== undefined
}
