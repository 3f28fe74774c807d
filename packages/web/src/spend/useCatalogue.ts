import { useQuery } from '@tanstack/react-query'
import { api } from '../api/client.ts'

/** What can be asked of the costs: measures, dimensions, tag keys, currencies, and the days there are. */
export function useCatalogue() {
  return useQuery({
    ...api.costs.catalogue.queryOptions({ input: {}, staleTime: 60_000 }),
    select: (answer) => answer.data,
  })
}
