import { Boxes } from 'lucide-react'
import { defineScreen } from '../../screen.ts'

export const resources = defineScreen({
  path: '/resources',
  title: 'Resource Management',
  menu: { place: 'main', label: 'Resource Management', icon: Boxes },
  also: 'inventory instances',
  load: () => import('./ResourcesScreen.tsx'),
})
