import { useQuery } from '@tanstack/react-query'
import { api } from '../api/client.ts'

/** The catalog of the cost API: metrics, dimensions, tag keys, currencies, and billed days. */
export function useCatalog() {
  return useQuery({
    ...api.costs.catalog.queryOptions({ input: {}, staleTime: 60_000 }),
    select: (answer) => answer.data,
  })
}
