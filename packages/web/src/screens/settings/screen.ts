import { SlidersHorizontal } from 'lucide-react'
import { defineScreen } from '../../screen.ts'

export const settings = defineScreen({
  path: '/settings',
  title: 'Settings',
  menu: { place: 'user', label: 'Settings', icon: SlidersHorizontal },
  also: 'appearance theme dark light density security password passkeys sessions second factor organisation api keys',
  load: () => import('./SettingsScreen.tsx'),
})
