import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api } from '../../api/client.ts'

const pollIntervalMs = 2000

/** The last delivery, followed while it is on its way; what hangs on it is asked for anew once it is in. */
export function useLatestDelivery() {
  const client = useQueryClient()
  const latest = useQuery({
    ...api.imports.list.queryOptions({ input: { page: 1, page_size: 1 } }),
    refetchInterval: ({ state }) => (isUnderWay(state.data?.data[0]?.status) ? pollIntervalMs : false),
  }).data?.data[0]
  const finished = latest?.finished_at
  useEffect(() => {
    if (finished) void client.invalidateQueries({ queryKey: api.costOptimization.key() })
  }, [client, finished])
  return { latest, isUnderWay: isUnderWay(latest?.status) }
}

function isUnderWay(status: string | undefined): boolean {
  return status === 'queued' || status === 'running'
}
