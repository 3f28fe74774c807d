import { toasts } from '@kept/ui/toast/toasts.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'

/**
 * Accepts, completes, dismisses, and reopens a recommendation. The success handlers belong to the mutation, not to its
 * call, because the calling panel may be closed by then.
 */
export function useRecommendationActions() {
  const client = useQueryClient()
  const renew = () => client.invalidateQueries({ queryKey: api.costOptimization.key() })
  const reopen = useMutation(
    api.costOptimization.reopen.mutationOptions({
      onSuccess: ({ data }) => {
        toasts.show({ title: 'Recommendation reopened', body: data.title })
        return renew()
      },
    }),
  )
  const undo = (id: string) => ({ label: 'Undo', run: () => reopen.mutate({ id }) })
  const dismiss = useMutation(
    api.costOptimization.dismiss.mutationOptions({
      onSuccess: ({ data }) => {
        toasts.show({ title: 'Recommendation dismissed', body: data.title, action: undo(data.id) })
        return renew()
      },
    }),
  )
  const accept = useMutation(
    api.costOptimization.accept.mutationOptions({
      onSuccess: ({ data }) => {
        const body = `${data.title} is now in the pipeline.`
        toasts.show({ title: 'Recommendation accepted', body, action: undo(data.id) })
        return renew()
      },
    }),
  )
  const done = useMutation(
    api.costOptimization.done.mutationOptions({
      onSuccess: ({ data }) => {
        const body = `${data.title} counts once your bill shows the change.`
        toasts.show({ title: 'Marked as done', body, action: undo(data.id) })
        return renew()
      },
    }),
  )
  return {
    accept: (id: string, assignment: { owner: string; due_on: string | null }, onDone: () => void) =>
      accept.mutate(
        { id, due_on: assignment.due_on, ...(assignment.owner !== '' && { owner: assignment.owner }) },
        { onSuccess: onDone },
      ),
    accepting: accept.isPending,
    done: (id: string) => done.mutate({ id }),
    finishing: done.isPending,
    reopen: (id: string) => reopen.mutate({ id }),
    reopening: reopen.isPending,
    dismissing: dismiss.isPending,
    dismiss: (id: string, dismissal: { reason: string; until: string | null }, onDone: () => void) =>
      dismiss.mutate({ id, ...dismissal }, { onSuccess: onDone }),
  }
}
