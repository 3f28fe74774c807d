import type { Recommendation, RecommendationOwner } from '@kept/domain/recommendation.ts'
import type { Scope } from '@kept/domain/scope.ts'
import type { Database } from '../database/connect.ts'
import { publish } from '../live/publish.ts'
import { findRecommendation } from './find.ts'
import { ownerColumns, rememberStep } from './move.ts'
import { toRecommendation } from './row.ts'

interface Assignment {
  /** Null: no one. */
  owner: RecommendationOwner | null
  actorName: string
  now: Date
}

/** Gives a recommendation an owner, whatever its status, and records that in its history. */
export async function assignRecommendation(
  database: Database,
  scope: Scope,
  id: string,
  { owner, actorName, now }: Assignment,
): Promise<Recommendation> {
  return database.scoped(scope, async (tx) => {
    const { status } = await findRecommendation(tx, id)
    const row = await tx
      .updateTable('recommendation')
      .set(ownerColumns(owner))
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
    const note = owner ? `Owner: ${owner.name}` : 'No owner'
    await rememberStep(tx, scope, { recommendationId: id, before: status, after: status, actorName, note, at: now })
    await publish(tx, scope, {
      channel: 'metrics',
      payload: { kind: 'recommendation_changed', id, before: status, after: status },
    })
    return toRecommendation(row)
  })
}
