import type { Recommendation, RecommendationWithAlternatives } from '@kept/domain/recommendation.ts'
import type { Scope } from '@kept/domain/scope.ts'
import type { Database } from '../database/connect.ts'
import { providerOfResource } from '../resources/find.ts'
import { isSameProvider } from '../resources/provider-spelling.ts'
import { groupAlternatives } from './group-alternatives.ts'
import { teamOf } from './list.ts'
import { toRecommendation } from './row.ts'
import { teamsOfResources } from './team-of-resource.ts'

/**
 * All recommendations ever made for a resource, active ones first, alternatives under the one that counts. If two
 * providers use one ID: those of the requested provider, or of the costlier one. Without a resource, those of the ID.
 */
export async function recommendationsOfResource(
  database: Database,
  scope: Scope,
  resourceId: string,
  provider?: string,
): Promise<RecommendationWithAlternatives[]> {
  const { rows, owner, teams } = await database.snapshot(scope, async (tx) => {
    const rows = await tx
      .selectFrom('recommendation')
      .selectAll()
      .where('resource_id', '=', resourceId)
      .orderBy((eb) => eb.case().when('status', '=', 'gone').then(1).else(0).end())
      .orderBy('monthly_savings', (order) => order.desc().nullsLast())
      .orderBy('id')
      .execute()
    const owner = provider ?? (await providerOfResource(tx, resourceId))
    return { rows, owner, teams: await teamsOfResources(tx, [resourceId]) }
  })
  const ofOwner = rows.filter((row) => owner === undefined || isSameProvider(row.provider, owner))
  const recommendations = ofOwner.map(toRecommendation)
  const isAlternative = ({ status, counted_in }: Recommendation) => status === 'open' && counted_in !== ''
  return groupAlternatives(
    recommendations.filter((recommendation) => !isAlternative(recommendation)),
    recommendations.filter(isAlternative),
  ).map((recommendation) => ({ ...recommendation, team: teamOf(recommendation, teams) }))
}
