import { ShieldCheck } from 'lucide-react'
import { defineScreen } from '../../screen.ts'

export const admin = defineScreen({
  path: '/admin',
  title: 'Admin Console',
  menu: {
    section: 'main',
    label: 'Admin Console',
    icon: ShieldCheck,
    // The console is the operator's; an organization admin finds their organization here.
    labelWithout: { permission: 'operator:read', label: 'Organization' },
  },
  needs: 'organization:write',
  keywords: 'health system memory storage',
  load: async () => ({ component: (await import('./AdminScreen.tsx')).AdminScreen }),
})
