/** The sort values of each column, for the screen and the export. */
import type { Recommendation, RecommendationWithAlternatives } from '@kept/domain/recommendation.ts'
import type { Sortable } from '../../table/sort-rows.ts'

const order = { low: 1, medium: 2, high: 3 } as const

export function nameOfRecommendation(recommendation: Recommendation): string {
  return (
    recommendation.resource_name ||
    recommendation.resource_id ||
    recommendation.sub_account_name ||
    recommendation.sub_account_id
  )
}

const recommendationSortBy = {
  title: (recommendation: Recommendation) => recommendation.title,
  resource: (recommendation: Recommendation) => nameOfRecommendation(recommendation) || undefined,
  cost: (recommendation: Recommendation) => Number(recommendation.monthly_cost),
  owner: (recommendation: Recommendation) => recommendation.owner || undefined,
  saving: (recommendation: Recommendation) =>
    recommendation.monthly_savings === null ? undefined : Number(recommendation.monthly_savings),
  confidence: (recommendation: Recommendation) => recommendation.confidence,
  effort: (recommendation: Recommendation) => order[recommendation.effort],
  risk: (recommendation: Recommendation) => order[recommendation.risk],
} as const

export const recommendationSorts: readonly Sortable<RecommendationWithAlternatives>[] = Object.entries(
  recommendationSortBy,
).map(([id, sortBy]) => ({
  id,
  sortBy,
}))
