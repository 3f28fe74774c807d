import { defineScreen } from '../../screen.ts'

export const secondFactor = defineScreen({
  path: '/auth/second-factor',
  title: 'Two-factor authentication',
  menu: null,
  access: 'open',
  load: async () => ({ component: (await import('./SecondFactorScreen.tsx')).TwoFactorScreen }),
})
