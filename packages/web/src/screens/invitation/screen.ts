import { defineScreen } from '../../screen.ts'

export const invitation = defineScreen({
  path: '/auth/invitation',
  title: 'Invitation',
  menu: null,
  access: 'open',
  load: async () => ({ component: (await import('./InvitationScreen.tsx')).InvitationScreen }),
})
