import { defineScreen } from '../../screen.ts'

export const verify = defineScreen({
  path: '/auth/verify',
  title: 'Confirm your address',
  menu: null,
  door: 'open',
  load: () => import('./VerifyScreen.tsx'),
})
