/** The rows of the inbox as they are shown: filtered, sorted, grouped. */
import type { RecommendationWithAlternatives } from '@kept/domain/recommendation.ts'
import { sortRows } from '../../table/sort-rows.ts'
import { groupRecommendations, type InboxGroup } from './inbox-groups.ts'
import { chosen, type SavingsView } from './recommendations.ts'
import { recommendationSorts } from './sorts.ts'

/** `newSince`: only what was detected later; null for all. */
export function inboxRows(
  recommendations: readonly RecommendationWithAlternatives[],
  view: SavingsView,
  newSince: string | null = null,
): InboxGroup[] {
  const rows = chosen(recommendations, view).filter(
    ({ first_seen_at }) => newSince === null || first_seen_at > newSince,
  )
  return groupRecommendations(sortRows(rows, recommendationSorts, view.sort), view.group)
}
