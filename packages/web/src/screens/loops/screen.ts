import { RefreshCwOff } from 'lucide-react'
import { defineScreen } from '../../screen.ts'

export const loops = defineScreen({
  path: '/loops',
  title: 'Infinite Loop Detection',
  menu: { section: 'more', label: 'Loops', icon: RefreshCwOff },
  needs: 'loops:read',
  keywords: 'runaway recursion retry polling webhook telemetry traces opentelemetry',
  load: async () => ({ component: (await import('./LoopsScreen.tsx')).LoopsScreen }),
})
