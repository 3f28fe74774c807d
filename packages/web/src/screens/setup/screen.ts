import { defineScreen } from '../../screen.ts'

export const setup = defineScreen({
  path: '/auth/setup',
  title: 'Set up the operator',
  menu: null,
  door: 'open',
  load: () => import('./SetupScreen.tsx'),
})
