import { defineScreen } from '../../screen.ts'

export const secondFactor = defineScreen({
  path: '/auth/second-factor',
  title: 'Second step',
  menu: null,
  door: 'open',
  load: () => import('./SecondFactorScreen.tsx'),
})
