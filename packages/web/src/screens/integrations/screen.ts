import { Plug } from 'lucide-react'
import { defineScreen } from '../../screen.ts'

export const integrations = defineScreen({
  path: '/integrations',
  title: 'Integration Center',
  menu: { section: 'main', label: 'Integration Center', icon: Plug },
  keywords: 'import upload bills drop connect',
  load: async () => ({ component: (await import('./IntegrationsScreen.tsx')).IntegrationsScreen }),
})
