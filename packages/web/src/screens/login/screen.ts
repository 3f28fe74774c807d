import { defineScreen } from '../../screen.ts'

export const login = defineScreen({
  path: '/auth/login',
  title: 'Sign in',
  menu: null,
  access: 'open',
  load: async () => ({ component: (await import('./LoginScreen.tsx')).LoginScreen }),
})
