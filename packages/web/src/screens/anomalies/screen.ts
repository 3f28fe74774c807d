import { Activity } from 'lucide-react'
import { defineScreen } from '../../screen.ts'

export const anomalies = defineScreen({
  path: '/anomalies',
  title: 'Anomalies',
  menu: { section: 'more', label: 'Anomalies', icon: Activity },
  needs: 'costs:read',
  keywords: 'spikes incidents unusual spend',
  load: async () => ({ component: (await import('./AnomaliesScreen.tsx')).AnomaliesScreen }),
})
