import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api } from '../../api/client.ts'

const pollIntervalMs = 2000

/** The latest import, polled while in progress; queries that depend on it are refetched once it is done. */
export function useLatestImport() {
  const client = useQueryClient()
  const latest = useQuery({
    ...api.imports.list.queryOptions({ input: { page: 1, page_size: 1 } }),
    refetchInterval: ({ state }) => (isInProgress(state.data?.data[0]?.status) ? pollIntervalMs : false),
  }).data?.data[0]
  const finished = latest?.finished_at
  useEffect(() => {
    if (finished) void client.invalidateQueries({ queryKey: api.costOptimization.key() })
  }, [client, finished])
  return { latest, isInProgress: isInProgress(latest?.status) }
}

function isInProgress(status: string | undefined): boolean {
  return status === 'queued' || status === 'running'
}
