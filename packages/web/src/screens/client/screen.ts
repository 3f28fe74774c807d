import { House } from 'lucide-react'
import { defineScreen } from '../../screen.ts'

export const client = defineScreen({
  path: '/client',
  title: 'Your start page',
  menu: { place: 'more', label: 'Start page', icon: House },
  also: 'client home next steps',
  load: () => import('./ClientScreen.tsx'),
})
