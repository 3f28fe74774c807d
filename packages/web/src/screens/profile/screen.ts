import { UserRound } from 'lucide-react'
import { defineScreen } from '../../screen.ts'

export const profile = defineScreen({
  path: '/profile',
  title: 'Profile',
  menu: { place: 'user', label: 'Profile', icon: UserRound },
  also: 'me account who',
  load: () => import('./ProfileScreen.tsx'),
})
