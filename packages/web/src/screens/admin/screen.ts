import { ShieldCheck } from 'lucide-react'
import { defineScreen } from '../../screen.ts'

export const admin = defineScreen({
  path: '/admin',
  title: 'Admin Console',
  menu: {
    place: 'main',
    label: 'Admin Console',
    icon: ShieldCheck,
    // The console is the operator's; an organization admin finds their organization here.
    labelWithout: { permission: 'operator:read', label: 'Organization' },
  },
  needs: 'organization:write',
  also: 'health system memory storage',
  load: () => import('./AdminScreen.tsx'),
})
