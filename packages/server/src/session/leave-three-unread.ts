/**
 * The demo's bell after its first start: one piece of news of each kind that matters is unread, what came with them has
 * been seen, as in a house where people live. News that comes later, of a job still at work too, is unread by itself.
 */
import type { Scope } from '@kept/domain/scope.ts'
import { listNotifications } from '@kept/store/notifications/list.ts'
import { markReadByEveryone } from '@kept/store/notifications/mark-read.ts'
import type { Services } from '../platform/context.ts'

const unreadKinds = ['findings', 'anomaly', 'loop']

export async function leaveThreeUnread({ state, now }: Pick<Services, 'state' | 'now'>, scope: Scope): Promise<void> {
  const { notifications } = await listNotifications(state.database, scope, { reader: 'seed', limit: 1000 })
  const kept = new Set(unreadKinds.map((wanted) => notifications.find(({ kind }) => kind === wanted)?.id))
  const ids = notifications.filter(({ id }) => !kept.has(id)).map(({ id }) => id)
  await markReadByEveryone(state.database, scope, ids, now())
}
