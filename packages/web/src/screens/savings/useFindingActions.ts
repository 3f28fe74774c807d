import { toasts } from '@kept/ui/toast/toasts.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'

/**
 * Accepting, finishing and dismissing a finding, and taking each of them back. What follows is told with the mutation, not with
 * its call: the panel that called is closed by then, and the undo is pressed in a toast.
 */
export function useFindingActions() {
  const client = useQueryClient()
  const renew = () => client.invalidateQueries({ queryKey: api.costOptimization.key() })
  const reopen = useMutation(
    api.costOptimization.reopen.mutationOptions({
      onSuccess: ({ data }) => {
        toasts.show({ title: 'Finding is open again', body: data.title })
        return renew()
      },
    }),
  )
  const undo = (id: string) => ({ label: 'Undo', run: () => reopen.mutate({ id }) })
  const dismiss = useMutation(
    api.costOptimization.dismiss.mutationOptions({
      onSuccess: ({ data }) => {
        toasts.show({ title: 'Finding dismissed', body: data.title, action: undo(data.id) })
        return renew()
      },
    }),
  )
  const accept = useMutation(
    api.costOptimization.accept.mutationOptions({
      onSuccess: ({ data }) => {
        const body = `${data.title}: it is in the pipeline now.`
        toasts.show({ title: 'Finding accepted', body, action: undo(data.id) })
        return renew()
      },
    }),
  )
  const done = useMutation(
    api.costOptimization.done.mutationOptions({
      onSuccess: ({ data }) => {
        const body = `${data.title}: it counts once your bill shows it.`
        toasts.show({ title: 'Marked as done', body, action: undo(data.id) })
        return renew()
      },
    }),
  )
  return {
    accept: (id: string, taken: { owner: string; due_on: string | null }, then: () => void) =>
      accept.mutate(
        { id, due_on: taken.due_on, ...(taken.owner !== '' && { owner: taken.owner }) },
        { onSuccess: then },
      ),
    accepting: accept.isPending,
    done: (id: string) => done.mutate({ id }),
    finishing: done.isPending,
    reopen: (id: string) => reopen.mutate({ id }),
    reopening: reopen.isPending,
    dismissing: dismiss.isPending,
    dismiss: (id: string, why: { reason: string; until: string | null }, then: () => void) =>
      dismiss.mutate({ id, ...why }, { onSuccess: then }),
  }
}
