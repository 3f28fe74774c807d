import { BellRing } from 'lucide-react'
import { defineScreen } from '../../screen.ts'

export const alerts = defineScreen({
  path: '/alerts',
  title: 'Alerts',
  menu: { section: 'more', label: 'Alerts', icon: BellRing },
  needs: 'notifications:read',
  keywords: 'rules channels slack teams jira webhook email digest quiet hours deliveries',
  load: async () => ({ component: (await import('./AlertsScreen.tsx')).AlertsScreen }),
})
