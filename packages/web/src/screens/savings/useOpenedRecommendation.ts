import type { Recommendation, RecommendationWithAlternatives } from '@kept/domain/recommendation.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'

interface OpenedRecommendation {
  recommendation: Recommendation
  /** The other options of its resource. */
  alternatives: readonly Recommendation[]
}

/**
 * The recommendation of the side panel. When the list lacks it (a link opens one of another status, and the rules or a
 * decision may take it out of the list while a comment is being written), it is asked for by itself.
 * `list` is undefined until it is loaded; `id` is '' when the panel is closed.
 */
export function useOpenedRecommendation(
  list: readonly RecommendationWithAlternatives[] | undefined,
  id: string,
): OpenedRecommendation | undefined {
  const listed = findListed(list ?? [], id)
  const [last, setLast] = useState<OpenedRecommendation>()
  if (listed && listed.recommendation !== last?.recommendation) setLast(listed)
  const { data } = useQuery({
    ...api.costOptimization.recommendation.queryOptions({ input: { id } }),
    enabled: id !== '' && list !== undefined && !listed,
  })
  if (listed) return listed
  if (data?.data.id === id) return { recommendation: data.data, alternatives: data.data.alternatives }
  return last?.recommendation.id === id ? last : undefined
}

/** It may be an alternative of what is listed. */
function findListed(list: readonly RecommendationWithAlternatives[], id: string): OpenedRecommendation | undefined {
  for (const leading of list) {
    const options = [leading, ...leading.alternatives]
    const recommendation = options.find((option) => option.id === id)
    if (recommendation) return { recommendation, alternatives: options.filter((option) => option.id !== id) }
  }
  return undefined
}
