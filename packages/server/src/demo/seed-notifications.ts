/**
 * Demo notifications after the first start: one of each important kind is unread, the rest is read. Later notifications
 * are unread as usual.
 */
import type { Scope } from '@kept/domain/scope.ts'
import { listNotifications } from '@kept/store/notifications/list.ts'
import { markReadByEveryone } from '@kept/store/notifications/mark-read.ts'
import type { Services } from '../platform/context.ts'

const unreadKinds = ['recommendations', 'anomaly', 'loop']

export async function leaveThreeUnread({ state, now }: Pick<Services, 'state' | 'now'>, scope: Scope): Promise<void> {
  const { notifications } = await listNotifications(state.database, scope, { reader: 'seed', limit: 1000 })
  // An earlier start has left its three. Of loops, the demo's telemetry marks all but the newest, also during a start.
  if (notifications.some(({ read, kind }) => read && kind !== 'loop')) return
  const unreadIds = new Set(unreadKinds.map((unreadKind) => notifications.find(({ kind }) => kind === unreadKind)?.id))
  const ids = notifications.filter(({ id }) => !unreadIds.has(id)).map(({ id }) => id)
  await markReadByEveryone(state.database, scope, ids, now())
}
