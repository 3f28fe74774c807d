import { ShieldCheck } from 'lucide-react'
import { defineScreen } from '../../screen.ts'

export const security = defineScreen({
  path: '/security',
  title: 'Security',
  menu: { section: 'more', label: 'Security', icon: ShieldCheck },
  needs: 'security:read',
  keywords: 'audit log events trail verify export api keys second factor',
  load: async () => ({ component: (await import('./SecurityScreen.tsx')).SecurityScreen }),
})
