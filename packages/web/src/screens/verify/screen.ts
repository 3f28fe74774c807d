import { defineScreen } from '../../screen.ts'

export const verify = defineScreen({
  path: '/auth/verify',
  title: 'Verify your email',
  menu: null,
  access: 'open',
  load: async () => ({ component: (await import('./VerifyScreen.tsx')).VerifyEmailScreen }),
})
