import { SlidersHorizontal } from 'lucide-react'
import { defineScreen } from '../../screen.ts'

export const settings = defineScreen({
  path: '/settings',
  title: 'Settings',
  menu: { section: 'user', label: 'Settings', icon: SlidersHorizontal },
  keywords:
    'appearance theme dark light density security password passkeys sessions second factor organization api keys',
  load: async () => ({ component: (await import('./SettingsScreen.tsx')).SettingsScreen }),
})
