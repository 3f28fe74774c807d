import { defineScreen } from '../../screen.ts'

export const forgotPassword = defineScreen({
  path: '/auth/forgot-password',
  title: 'Forgot password',
  menu: null,
  access: 'open',
  load: async () => ({ component: (await import('./ForgotPasswordScreen.tsx')).ForgotPasswordScreen }),
})
