import { defineScreen } from '../../screen.ts'

export const setup = defineScreen({
  path: '/auth/setup',
  title: 'Set up Kept',
  menu: null,
  access: 'open',
  load: async () => ({ component: (await import('./SetupScreen.tsx')).SetupScreen }),
})
