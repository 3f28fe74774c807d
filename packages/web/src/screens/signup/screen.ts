import { defineScreen } from '../../screen.ts'

export const signup = defineScreen({
  path: '/auth/signup',
  title: 'Sign up',
  menu: null,
  door: 'open',
  load: () => import('./SignupScreen.tsx'),
})
