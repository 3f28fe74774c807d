import { LayoutDashboard } from 'lucide-react'
import { defineScreen } from '../../screen.ts'

export const dashboard = defineScreen({
  path: '/dashboard',
  title: 'Executive Dashboard',
  menu: { place: 'main', label: 'Executive Dashboard', icon: LayoutDashboard },
  also: 'overview spend home',
  load: () => import('./DashboardScreen.tsx'),
})
