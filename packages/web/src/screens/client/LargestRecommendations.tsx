import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { EstimateRange } from '../../savings/EstimateRange.tsx'
import { TextLink } from '../../shell/TextLink.tsx'

const maxRecommendations = 3

/** The recommendations with the largest estimates, each linked to its evidence. */
export function LargestRecommendations({ currency }: { currency: string }) {
  const query = useQuery(api.costOptimization.recommendations.queryOptions({ input: { status: 'open' } }))
  const recommendations =
    query.data?.data.filter((recommendation) => recommendation.currency === currency).slice(0, maxRecommendations) ?? []
  if (recommendations.length === 0) return null
  return (
    <ol aria-label="Top recommendations" className="divide-y divide-rule">
      {recommendations.map((recommendation) => (
        <li key={recommendation.id} className="flex items-baseline justify-between gap-4 py-2 text-small">
          <TextLink to="/savings" search={{ recommendation: recommendation.id }} quiet className="min-w-0 truncate">
            {recommendation.title}
          </TextLink>
          <span className="figure shrink-0">
            <EstimateRange recommendation={recommendation} />
          </span>
        </li>
      ))}
    </ol>
  )
}
