import { notificationSchema } from '@kept/contract/routes/notifications.ts'
import { listNotifications } from '@kept/store/notifications/list.ts'
import { markNotificationsRead } from '@kept/store/notifications/mark-read.ts'
import { routes } from '../platform/implement.ts'

export const notifications = {
  list: routes.notifications.list.handler(async ({ context: { services, scope }, input }) => {
    const { notifications: found, unread } = await listNotifications(services.state.database, scope, input.limit)
    return { data: found.map((one) => notificationSchema.parse(one)), meta: { unread } }
  }),
  read: routes.notifications.read.handler(async ({ context: { services, scope }, input }) => ({
    data: {
      unread: await markNotificationsRead(services.state.database, scope, { ids: input.ids, now: services.now() }),
    },
  })),
}
