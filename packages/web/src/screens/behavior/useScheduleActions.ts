import { sentenceOf } from '@kept/client/errors.ts'
import type { ManagedSchedule } from '@kept/domain/managed-schedule.ts'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { useRemoval } from '../../removal/useRemoval.ts'

/** What can be asked of a schedule in force; whatever comes of it is said. */
export function useScheduleActions({ environment_id: id, environment_name }: ManagedSchedule) {
  const client = useQueryClient()
  const { remove, hasLeft } = useRemoval()
  const name = environment_name || id
  const renew = () =>
    Promise.all(
      [api.developerBehavior, api.behaviorSchedules].map((group) =>
        client.invalidateQueries({ queryKey: group.key() }),
      ),
    )
  const onError = (error: unknown) =>
    void toasts.show({ tone: 'error', title: `${name} could not be changed`, body: sentenceOf(error) })
  return {
    start: useMutation(
      api.behaviorSchedules.start.mutationOptions({
        async onSuccess({ data }) {
          await renew()
          toasts.show({
            title: data.reached === 'on' ? `${name} is on` : `${name} could not be started yet`,
            body: data.failure_reason,
          })
        },
        onError,
      }),
    ),
    /** "on until 22:00" */
    removeException: (exception: string, label: string) =>
      remove({
        id: `exception ${exception}`,
        title: `Removed: ${label}`,
        body: `${name} returns to its schedule when this message closes.`,
        send: () => api.behaviorSchedules.removeException.call({ id, exception }),
        renew,
      }),
    isTakenBack: (exception: string) => hasLeft(`exception ${exception}`),
    undo: useMutation(
      api.behaviorSchedules.undo.mutationOptions({
        async onSuccess({ data }) {
          await renew()
          toasts.show({ title: `Schedule removed from ${name}`, body: data.messages.join(' ') })
        },
        onError,
      }),
    ),
  }
}
