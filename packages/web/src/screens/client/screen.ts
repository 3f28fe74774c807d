import { House } from 'lucide-react'
import { defineScreen } from '../../screen.ts'

export const client = defineScreen({
  path: '/client',
  title: 'Home',
  menu: { section: 'more', label: 'Home', icon: House },
  keywords: 'client home next steps',
  load: async () => ({ component: (await import('./ClientScreen.tsx')).StartScreen }),
})
