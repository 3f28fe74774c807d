import { defineScreen } from '../../screen.ts'

export const resetPassword = defineScreen({
  path: '/auth/reset-password',
  title: 'New password',
  menu: null,
  access: 'open',
  load: async () => ({ component: (await import('./ResetPasswordScreen.tsx')).ResetPasswordScreen }),
})
