import { Boxes } from 'lucide-react'
import { defineScreen } from '../../screen.ts'

export const resources = defineScreen({
  path: '/resources',
  title: 'Resource Management',
  menu: { section: 'main', label: 'Resource Management', icon: Boxes },
  keywords: 'inventory instances',
  load: async () => ({ component: (await import('./ResourcesScreen.tsx')).ResourcesScreen }),
})
