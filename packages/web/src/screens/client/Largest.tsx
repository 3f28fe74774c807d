import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { EstimateRange } from '../../savings/EstimateRange.tsx'
import { TextLink } from '../../shell/TextLink.tsx'

const most = 3

/** The findings with the largest estimates, each leading to its evidence. */
export function Largest({ currency }: { currency: string }) {
  const query = useQuery(api.costOptimization.recommendations.queryOptions({ input: { status: 'open' } }))
  const findings = query.data?.data.filter((finding) => finding.currency === currency).slice(0, most) ?? []
  if (findings.length === 0) return null
  return (
    <ol aria-label="The largest findings" className="divide-y divide-rule">
      {findings.map((finding) => (
        <li key={finding.id} className="flex items-baseline justify-between gap-4 py-2 text-small">
          <TextLink to="/savings" search={{ finding: finding.id }} quiet className="min-w-0 truncate">
            {finding.title}
          </TextLink>
          <span className="figure shrink-0">
            <EstimateRange finding={finding} />
          </span>
        </li>
      ))}
    </ol>
  )
}
