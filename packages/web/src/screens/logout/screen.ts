import { LogOut } from 'lucide-react'
import { defineScreen } from '../../screen.ts'

export const logout = defineScreen({
  path: '/logout',
  title: 'Sign out',
  menu: { section: 'user', label: 'Sign out', icon: LogOut },
  keywords: 'leave',
  load: async () => ({ component: (await import('./LogoutScreen.tsx')).LogoutScreen }),
})
