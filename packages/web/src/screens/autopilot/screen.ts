import { Gauge } from 'lucide-react'
import { defineScreen } from '../../screen.ts'

export const autopilot = defineScreen({
  path: '/autopilot',
  title: 'Autopilot',
  menu: { section: 'more', label: 'Autopilot', icon: Gauge },
  needs: 'recommendations:read',
  keywords: 'automation policies approvals kill switch remediation',
  load: async () => ({ component: (await import('./AutopilotScreen.tsx')).AutopilotScreen }),
})
