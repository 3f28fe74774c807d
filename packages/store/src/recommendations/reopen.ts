import type { Recommendation } from '@kept/domain/recommendation.ts'
import type { Scope } from '@kept/domain/scope.ts'
import type { Database } from '../database/connect.ts'
import { findRecommendation } from './find.ts'
import { moveOneRecommendation } from './move.ts'
import { toRecommendation } from './row.ts'

/** Reopens a recommendation. For waste that no longer exists, only the dismissal is removed. */
export async function reopenRecommendation(
  database: Database,
  scope: Scope,
  id: string,
  { actorName, now }: { actorName: string; now: Date },
): Promise<Recommendation> {
  const reopened = await database.scoped(scope, async (tx) => {
    const recommendation = await findRecommendation(tx, id)
    const isHeldBack = recommendation.dismissed_reason !== '' || recommendation.dismissed_until !== null
    if (recommendation.status !== 'gone' || !isHeldBack) return undefined
    return tx
      .updateTable('recommendation')
      .set({ dismissed_reason: '', dismissed_until: null })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
  })
  return reopened
    ? toRecommendation(reopened)
    : moveOneRecommendation(database, scope, { id, move: 'reopen', actorName, now })
}
