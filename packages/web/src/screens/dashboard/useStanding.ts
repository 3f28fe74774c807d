import type { Overview } from '@kept/contract/routes/cost-optimization.ts'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import type { Standing } from './executive-sentence.ts'

/** What the sentence is said from. Null while it is on its way: half a sentence is not true yet. */
export function useStanding(overview: Overview, currency: string): Standing | null {
  const past = useQuery({
    ...api.forecasts.past.queryOptions({
      input: { start_date: overview.from ?? '', end_date: overview.to ?? '' },
    }),
    enabled: overview.from !== null && overview.to !== null,
  })
  const savings = useQuery(api.savings.summary.queryOptions({ input: {} }))
  if (past.isPending || savings.isPending) return null
  return { overview, currency, past: past.data?.data, savings: savings.data?.data }
}
