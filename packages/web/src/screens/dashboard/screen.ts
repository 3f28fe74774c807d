import { LayoutDashboard } from 'lucide-react'
import { defineScreen } from '../../screen.ts'

export const dashboard = defineScreen({
  path: '/dashboard',
  title: 'Executive Dashboard',
  menu: { section: 'main', label: 'Executive Dashboard', icon: LayoutDashboard },
  keywords: 'overview spend home',
  load: async () => ({ component: (await import('./DashboardScreen.tsx')).DashboardScreen }),
})
