import { defineScreen } from '../../screen.ts'

export const signup = defineScreen({
  path: '/auth/signup',
  title: 'Sign up',
  menu: null,
  access: 'open',
  load: async () => ({ component: (await import('./SignupScreen.tsx')).SignupScreen }),
})
