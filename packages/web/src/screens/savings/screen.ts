import { PiggyBank } from 'lucide-react'
import { defineScreen } from '../../screen.ts'

export const savings = defineScreen({
  path: '/savings',
  title: 'Savings',
  menu: { place: 'more', label: 'Savings', icon: PiggyBank },
  also: 'findings recommendations waste leaks',
  load: () => import('./SavingsScreen.tsx'),
})
