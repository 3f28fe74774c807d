import type { Overview } from '@kept/contract/routes/cost-optimization.ts'
import { usageOnly } from '@kept/domain/cube.ts'
import type { CurrencyExplanation } from '@kept/domain/explanation.ts'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { explainInput, whyDefaults } from '../../explain/why.ts'

/** Why usage changed since the previous period, by service; undefined while it is loading or without such a period. */
export function useExplainedUsage(overview: Overview, currency: string): CurrencyExplanation | undefined {
  const { start_date: from, end_date: to, previous_start_date } = overview
  const query = useQuery({
    ...api.costs.explain.queryOptions({
      input: {
        ...explainInput({ ...whyDefaults, window: from && to ? { from, to } : null, currency, filters: [usageOnly] }),
        group_by: 'service',
        items: 1,
      },
    }),
    enabled: from !== null && to !== null && previous_start_date !== null,
  })
  return query.data?.data.currencies.find((entry) => entry.currency === currency)
}
