import type { BehaviorRun } from '@kept/domain/behavior-run.ts'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { api } from '../../api/client.ts'

const isInProgress = (run: BehaviorRun | null | undefined) => run?.status === 'queued' || run?.status === 'running'

/** Starts a run and follows it to its end, also one started by another user; its results are shown at once. */
export function useAnalysis(last: BehaviorRun | null | undefined) {
  const client = useQueryClient()
  const [started, setStarted] = useState<string | null>(null)
  const id = started ?? (isInProgress(last) && last ? last.id : null)
  const startMutation = useMutation(
    api.developerBehavior.analyze.mutationOptions({ onSuccess: ({ data }) => setStarted(data.id) }),
  )
  const run = useQuery({
    ...api.developerBehavior.analysis.queryOptions({ input: { id: id ?? '' } }),
    enabled: id !== null,
    refetchInterval: ({ state }) => (isInProgress(state.data?.data) || !state.data ? 500 : false),
  }).data?.data
  const notifiedRunId = useRef('')
  useEffect(() => {
    if (!run || isInProgress(run) || notifiedRunId.current === run.id) return
    notifiedRunId.current = run.id
    if (run.status === 'failed') toasts.show({ title: 'Analysis failed', body: run.error })
    void client.invalidateQueries({ queryKey: api.developerBehavior.key() })
  }, [run, client])
  return {
    analyzing: startMutation.isPending || (id !== null && (run === undefined || isInProgress(run))),
    stage: run?.stage ?? '',
    startAnalysis: startMutation.mutate,
  }
}
