/** In the demo, the newest notification of a kind is unread; the older ones count as read by everyone. */
import type { Scope } from '@kept/domain/scope.ts'
import { listNotifications } from '@kept/store/notifications/list.ts'
import { markReadByEveryone } from '@kept/store/notifications/mark-read.ts'
import type { Services } from '../platform/context.ts'

export async function leaveNewestUnread(
  { state, now }: Pick<Services, 'state' | 'now'>,
  scope: Scope,
  kind: string,
): Promise<void> {
  const { notifications } = await listNotifications(state.database, scope, { reader: 'seed', limit: 1000 })
  const [newest, ...older] = notifications.filter((notification) => notification.kind === kind)
  const ids = older.filter(({ read }) => !read).map(({ id }) => id)
  if (newest && ids.length > 0) await markReadByEveryone(state.database, scope, ids, now())
}
