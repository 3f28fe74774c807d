import { BellRing } from 'lucide-react'
import { defineScreen } from '../../screen.ts'

export const alerts = defineScreen({
  path: '/alerts',
  title: 'Alerts',
  menu: { place: 'more', label: 'Alerts', icon: BellRing },
  needs: 'notifications:read',
  also: 'rules channels slack teams jira webhook email digest quiet hours deliveries',
  load: () => import('./AlertsScreen.tsx'),
})
