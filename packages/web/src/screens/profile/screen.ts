import { UserRound } from 'lucide-react'
import { defineScreen } from '../../screen.ts'

export const profile = defineScreen({
  path: '/profile',
  title: 'Profile',
  menu: { section: 'user', label: 'Profile', icon: UserRound },
  keywords: 'me account who',
  load: async () => ({ component: (await import('./ProfileScreen.tsx')).ProfileScreen }),
})
