import { KeptError } from '@kept/domain/errors.ts'
import type { RecommendationWithAlternatives } from '@kept/domain/recommendation.ts'
import type { Scope } from '@kept/domain/scope.ts'
import type { Database } from '../database/connect.ts'
import { recommendationsOfResource } from './of-resource.ts'
import { toRecommendation } from './row.ts'

/** One recommendation in any status, with the other options for its resource; `not_found` for another organization's. */
export async function getRecommendation(
  database: Database,
  scope: Scope,
  id: string,
): Promise<RecommendationWithAlternatives> {
  const row = await database.scoped(scope, (tx) =>
    tx.selectFrom('recommendation').selectAll().where('id', '=', id).executeTakeFirst(),
  )
  if (!row) throw new KeptError('not_found', 'Recommendation not found.')
  const { resource_id, provider } = row
  const ofResource = resource_id ? await recommendationsOfResource(database, scope, resource_id, provider) : []
  for (const { alternatives, team, ...leading } of ofResource) {
    const options = [leading, ...alternatives]
    const recommendation = options.find((option) => option.id === id)
    if (recommendation)
      return { ...recommendation, team, alternatives: options.filter((option) => option !== recommendation) }
  }
  return { ...toRecommendation(row), team: '', alternatives: [] }
}
