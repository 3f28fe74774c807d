import { Moon } from 'lucide-react'
import { defineScreen } from '../../screen.ts'

export const behavior = defineScreen({
  path: '/behavior',
  title: 'Developer Behavior Analysis',
  menu: { section: 'more', label: 'Developer Behavior', icon: Moon },
  needs: 'behavior:read',
  keywords: 'behavior environments idle zombie schedule teams after hours',
  load: async () => ({ component: (await import('./BehaviorScreen.tsx')).BehaviorScreen }),
})
