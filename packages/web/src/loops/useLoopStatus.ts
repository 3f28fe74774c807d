import { sentenceOf } from '@kept/client/errors.ts'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../api/client.ts'

/** Investigate, acknowledge and resolve; each is recorded with user and time, and refetches the list. */
export function useLoopStatus() {
  const client = useQueryClient()
  const options = (title: string) => ({
    onSuccess: ({ data }: { data: { resource_name: string } }) => {
      toasts.show({ title, body: data.resource_name })
      return client.invalidateQueries({ queryKey: api.loops.key() })
    },
    onError: (error: unknown) => {
      toasts.show({ title: 'Update failed', body: sentenceOf(error) })
    },
  })
  const investigate = useMutation(api.loops.investigate.mutationOptions(options('Loop set to investigating')))
  const acknowledge = useMutation(api.loops.acknowledge.mutationOptions(options('Loop acknowledged')))
  const resolve = useMutation(api.loops.resolve.mutationOptions(options('Loop resolved')))
  return { investigate, acknowledge, resolve }
}
