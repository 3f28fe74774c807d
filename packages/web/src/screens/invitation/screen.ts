import { defineScreen } from '../../screen.ts'

export const invitation = defineScreen({
  path: '/auth/invitation',
  title: 'Invitation',
  menu: null,
  door: 'open',
  load: () => import('./InvitationScreen.tsx'),
})
