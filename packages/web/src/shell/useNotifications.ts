import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useProfile } from '../account/useProfile.ts'
import { api } from '../api/client.ts'
import { rings } from './notification-kinds.ts'

/** As many as the server gives at once: unread ones are counted among these when some kinds are turned off. */
const maxNotifications = 100

/** The newest notifications, looked for every half minute, and a way to mark them read. */
export function useNotifications(limit: number) {
  const client = useQueryClient()
  const preferences = useProfile().data?.user_metadata.preferences.notifications
  const list = useQuery({
    ...api.notifications.list.queryOptions({ input: { limit: maxNotifications } }),
    refetchInterval: 30_000,
  })
  const ringing = list.data?.data.filter(({ kind }) => rings(kind, preferences)) ?? []
  const allRing = ringing.length === (list.data?.data.length ?? 0)
  const read = useMutation(
    api.notifications.read.mutationOptions({
      onSuccess: () => client.invalidateQueries({ queryKey: api.notifications.key() }),
    }),
  )
  return {
    /** Everything, wanted or not. */
    list,
    /** What the bell shows. */
    ringing: ringing.slice(0, limit),
    unread: allRing ? (list.data?.meta.unread ?? 0) : ringing.filter((notification) => !notification.read).length,
    read: (ids?: string[]) => read.mutate({ ids }),
    reading: read.isPending,
  }
}
