import { defineScreen } from '../../screen.ts'

export const notifications = defineScreen({
  path: '/notifications',
  title: 'Notifications',
  menu: null,
  also: 'news alerts',
  load: () => import('./NotificationsScreen.tsx'),
})
