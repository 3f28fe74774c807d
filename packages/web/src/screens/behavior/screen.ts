import { Moon } from 'lucide-react'
import { defineScreen } from '../../screen.ts'

export const behavior = defineScreen({
  path: '/behavior',
  title: 'Developer Behavior Analysis',
  menu: { place: 'more', label: 'Developer Behavior', icon: Moon },
  needs: 'behavior:read',
  also: 'behaviour environments idle zombie schedule teams after hours',
  load: () => import('./BehaviorScreen.tsx'),
})
