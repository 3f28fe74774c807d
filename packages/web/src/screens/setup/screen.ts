import { defineScreen } from '../../screen.ts'

export const setup = defineScreen({
  path: '/auth/setup',
  title: 'First administrator',
  menu: null,
  door: 'open',
  load: () => import('./SetupScreen.tsx'),
})
