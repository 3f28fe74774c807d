import { sentenceOf } from '@kept/client/errors.ts'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'

/** Pause, stop and undo. The first two are asked twice: what would be done, and then exactly that. */
export function useLoopActs() {
  const client = useQueryClient()
  const settled = {
    onError: (error: unknown) => {
      toasts.show({ title: 'Nothing was done', body: sentenceOf(error) })
    },
    // What failed half-way stands in the loop's story too.
    onSettled: () => client.invalidateQueries({ queryKey: api.loops.key() }),
  }
  return {
    pause: useMutation(api.loops.pause.mutationOptions(settled)),
    stop: useMutation(api.loops.stop.mutationOptions(settled)),
    revert: useMutation(
      api.loops.revert.mutationOptions({
        ...settled,
        onSuccess: ({ data: { deed } }) => {
          toasts.show({
            title: deed?.state === 'undone' ? 'Undone' : 'Not undone',
            body: deed?.trouble || deed?.undo_words || '',
          })
        },
      }),
    ),
  }
}
