import { FileText } from 'lucide-react'
import { defineScreen } from '../../screen.ts'

export const reports = defineScreen({
  path: '/reports',
  title: 'Reports',
  menu: { place: 'main', label: 'Reports', icon: FileText },
  also: 'csv export tables',
  load: () => import('./ReportsScreen.tsx'),
})
