import { Plug } from 'lucide-react'
import { defineScreen } from '../../screen.ts'

export const integrations = defineScreen({
  path: '/integrations',
  title: 'Integration Center',
  menu: { place: 'main', label: 'Integration Center', icon: Plug },
  also: 'import upload bills drop connect',
  load: () => import('./IntegrationsScreen.tsx'),
})
