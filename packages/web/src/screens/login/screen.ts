import { defineScreen } from '../../screen.ts'

export const login = defineScreen({
  path: '/auth/login',
  title: 'Sign in',
  menu: null,
  door: 'open',
  load: () => import('./LoginScreen.tsx'),
})
