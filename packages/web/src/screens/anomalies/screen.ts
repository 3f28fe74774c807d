import { Activity } from 'lucide-react'
import { defineScreen } from '../../screen.ts'

export const anomalies = defineScreen({
  path: '/anomalies',
  title: 'Anomalies',
  menu: { place: 'more', label: 'Anomalies', icon: Activity },
  needs: 'costs:read',
  also: 'spikes incidents unusual spend',
  load: () => import('./AnomaliesScreen.tsx'),
})
