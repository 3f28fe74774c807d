import { RefreshCwOff } from 'lucide-react'
import { defineScreen } from '../../screen.ts'

export const loops = defineScreen({
  path: '/loops',
  title: 'Infinite Loop Detection',
  menu: { place: 'more', label: 'Loops', icon: RefreshCwOff },
  needs: 'loops:read',
  also: 'runaway recursion retry polling webhook telemetry traces opentelemetry',
  load: () => import('./LoopsScreen.tsx'),
})
