import { defineScreen } from '../../screen.ts'

export const resetPassword = defineScreen({
  path: '/auth/reset-password',
  title: 'New password',
  menu: null,
  door: 'open',
  load: () => import('./ResetPasswordScreen.tsx'),
})
