import type { Recommendation } from '@kept/domain/recommendation.ts'
import { mayMove, type RecommendationMove } from '@kept/domain/recommendation-life.ts'
import type { Scope } from '@kept/domain/scope.ts'
import type { Database } from '../database/connect.ts'
import { moveOneRecommendation } from './move.ts'
import { recommendationsOfResource } from './of-resource.ts'

interface Dismissal {
  reason: string
  /** The day on which it reopens automatically. */
  until?: string | null
  actorName: string
  now: Date
  /** Whether two rules recommend the same action: an alternative of the same kind is dismissed with it. */
  isSameKind?(rule: string, other: string): boolean
}

/** Dismisses a recommendation with a reason, or snoozes it until a day; doing so again changes the reason or the day. */
export async function dismissRecommendation(
  database: Database,
  scope: Scope,
  id: string,
  { isSameKind = () => false, ...dismissal }: Dismissal,
): Promise<Recommendation> {
  const move: RecommendationMove = dismissal.until ? 'snooze' : 'dismiss'
  const recommendation = await moveOneRecommendation(database, scope, { id, move, ...dismissal })
  if (recommendation.resource_id === '') return recommendation
  const { resource_id, provider } = recommendation
  const listed = await recommendationsOfResource(database, scope, resource_id, provider)
  const alternatives = listed
    .filter((recommendation) => recommendation.id === id)
    .flatMap((recommendation) => recommendation.alternatives)
    .filter(({ rule, status }) => isSameKind(recommendation.rule, rule) && mayMove(status, move))
  for (const alternative of alternatives) {
    await moveOneRecommendation(database, scope, { id: alternative.id, move, ...dismissal })
  }
  return recommendation
}
