import type { Overview } from '@kept/contract/routes/cost-optimization.ts'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import type { DashboardSummary } from './executive-sentence.ts'

/** The data of the executive sentence, or null while any of it is loading. */
export function useSummary(overview: Overview, currency: string): DashboardSummary | null {
  const past = useQuery({
    ...api.forecasts.past.queryOptions({
      input: { start_date: overview.start_date ?? '', end_date: overview.end_date ?? '' },
    }),
    enabled: overview.start_date !== null && overview.end_date !== null,
  })
  const savings = useQuery(api.savings.summary.queryOptions({ input: {} }))
  if (past.isPending || savings.isPending) return null
  return { overview, currency, past: past.data?.data, savings: savings.data?.data }
}
