import { LogOut } from 'lucide-react'
import { defineScreen } from '../../screen.ts'

export const logout = defineScreen({
  path: '/logout',
  title: 'Sign out',
  menu: { place: 'user', label: 'Sign out', icon: LogOut },
  also: 'leave',
  load: () => import('./LogoutScreen.tsx'),
})
