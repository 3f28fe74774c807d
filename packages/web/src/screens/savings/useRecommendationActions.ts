import { toasts } from '@kept/ui/toast/toasts.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'

/** Marks a recommendation as done, and reopens it. */
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
  const done = useMutation(
    api.costOptimization.done.mutationOptions({
      onSuccess: ({ data }) => {
        const body = `${data.title} counts once your bill shows the change.`
        toasts.show({
          title: 'Marked as done',
          body,
          action: { label: 'Undo', run: () => reopen.mutate({ id: data.id }) },
        })
        return renew()
      },
    }),
  )
  return {
    done: (id: string) => done.mutate({ id }),
    finishing: done.isPending,
    reopen: (id: string) => reopen.mutate({ id }),
    reopening: reopen.isPending,
  }
}
