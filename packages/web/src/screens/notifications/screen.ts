import { defineScreen } from '../../screen.ts'

export const notifications = defineScreen({
  path: '/notifications',
  title: 'Notifications',
  menu: null,
  keywords: 'news alerts',
  load: async () => ({ component: (await import('./NotificationsScreen.tsx')).NotificationsScreen }),
})
