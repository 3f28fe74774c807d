import { defineScreen } from '../../screen.ts'

export const forgotPassword = defineScreen({
  path: '/auth/forgot-password',
  title: 'Forgotten password',
  menu: null,
  door: 'open',
  load: () => import('./ForgotPasswordScreen.tsx'),
})
