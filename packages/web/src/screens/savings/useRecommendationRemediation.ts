import { sentenceOf } from '@kept/client/errors.ts'
import { formatMoment } from '@kept/ui/format/moment.ts'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'

/** Carries out a recommendation, deletes what waits, and undoes both. */
export function useRecommendationRemediation() {
  const client = useQueryClient()
  const commonOptions = {
    onError: (error: unknown) => {
      toasts.show({ title: 'Action failed', body: sentenceOf(error) })
    },
    // A change that failed partway is in the list of actions too.
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: api.remediation.key() }),
        client.invalidateQueries({ queryKey: api.costOptimization.key() }),
      ]),
  }
  const revert = useMutation(
    api.remediation.revertRecommendation.mutationOptions({
      ...commonOptions,
      onSuccess: ({ data: { remediation_action: action } }) => {
        const titles = { undone: 'Undone', left: 'Undo failed', undoing: 'Undo in progress' } as const
        const state = action?.state === 'undone' || action?.state === 'left' ? action.state : 'undoing'
        toasts.show({ title: titles[state], body: action?.failure_reason || action?.undo_description || '' })
      },
    }),
  )
  const act = useMutation(
    api.remediation.actOnRecommendation.mutationOptions({
      ...commonOptions,
      // The dialog closes at once; an undo is busy until the lists are new.
      onSettled: () => void commonOptions.onSettled(),
      // Here and not where it is called: what is done leaves the list, and its panel with the caller may be gone.
      onSuccess: ({ data: { approval, remediation_action: action } }, { id, dry_run }) => {
        if (dry_run) return
        if (approval) return void toasts.show({ title: 'Approval requested', body: approval.reason })
        if (action?.state === 'waiting')
          return void toasts.show(waitingToast(action.delete_after, () => revert.mutate({ id })))
        const isDone = action?.state === 'done'
        toasts.show({
          ...{ title: isDone ? 'Done and verified' : 'In progress', body: action?.description ?? '' },
          ...(isDone && { action: { label: 'Undo', run: () => revert.mutate({ id }) } }),
        })
      },
    }),
  )
  const deleteNow = useMutation(
    api.remediation.deleteNow.mutationOptions({
      ...commonOptions,
      onSuccess: ({ data: { approval, remediation_action: action } }) => {
        if (approval) return void toasts.show({ title: 'Approval requested', body: approval.reason })
        const titles = { done: 'Deleted', left: 'Not deleted' } as const
        const state = action?.state === 'done' || action?.state === 'left' ? action.state : undefined
        toasts.show({
          title: state ? titles[state] : 'In progress',
          body: action?.failure_reason || action?.description || '',
        })
      },
    }),
  )
  return { act, revert, deleteNow }
}

function waitingToast(deleteAfter: string | null, restore: () => void) {
  const body = deleteAfter === null ? '' : `Deleted on ${formatMoment(deleteAfter)} unless restored.`
  return { title: 'Marked for deletion', body, action: { label: 'Restore', run: restore } }
}
