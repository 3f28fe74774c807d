import { sentenceOf } from '@kept/client/errors.ts'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../api/client.ts'

/** Pause, stop and undo. The first two make a dry run before the same plan is carried out. */
export function useRemediation() {
  const client = useQueryClient()
  const commonOptions = {
    onError: (error: unknown) => {
      toasts.show({ title: 'Action failed', body: sentenceOf(error) })
    },
    // What failed half-way stands in the loop's story too.
    onSettled: () => client.invalidateQueries({ queryKey: api.loops.key() }),
  }
  return {
    pause: useMutation(api.loops.pause.mutationOptions(commonOptions)),
    stop: useMutation(api.loops.stop.mutationOptions(commonOptions)),
    revert: useMutation(
      api.loops.revert.mutationOptions({
        ...commonOptions,
        onSuccess: ({ data: { remediation_action: action } }) => {
          toasts.show({
            title: action?.state === 'undone' ? 'Undone' : 'Undo failed',
            body: action?.failure_reason || action?.undo_description || '',
          })
        },
      }),
    ),
  }
}
