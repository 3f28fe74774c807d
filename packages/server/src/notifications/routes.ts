import { notificationSchema } from '@kept/contract/routes/notifications.ts'
import { kindsHiddenFrom } from '@kept/store/notifications/add.ts'
import { listNotifications } from '@kept/store/notifications/list.ts'
import { markNotificationsRead } from '@kept/store/notifications/mark-read.ts'
import type { SignedInContext } from '../platform/context.ts'
import { routes } from '../platform/implement.ts'

export const notifications = {
  list: routes.notifications.list.handler(async ({ context, input: { limit } }) => {
    const { services, scope } = context
    const query = { reader: readerOf(context), limit, hiddenKinds: kindsHiddenFrom(context.me.permissions) }
    const { notifications, unread } = await listNotifications(services.state.database, scope, query)
    return { data: notifications.map((notification) => notificationSchema.parse(notification)), meta: { unread } }
  }),
  read: routes.notifications.read.handler(async ({ context, input: { ids } }) => {
    const { services, scope } = context
    const marking = {
      reader: readerOf(context),
      ids,
      now: services.now(),
      hiddenKinds: kindsHiddenFrom(context.me.permissions),
    }
    return { data: { unread: await markNotificationsRead(services.state.database, scope, marking) } }
  }),
}

/** Read marks belong to the user. In the demo, where visitors share a user, they belong to the session. */
function readerOf({ me, session }: SignedInContext): string {
  return session?.kind === 'demo' ? session.id : me.user.id
}
