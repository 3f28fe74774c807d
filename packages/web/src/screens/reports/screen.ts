import { FileText } from 'lucide-react'
import { defineScreen } from '../../screen.ts'

export const reports = defineScreen({
  path: '/reports',
  title: 'Reports',
  menu: { section: 'main', label: 'Reports', icon: FileText },
  keywords: 'csv export tables',
  load: async () => ({ component: (await import('./ReportsScreen.tsx')).ReportsScreen }),
})
