import { PiggyBank } from 'lucide-react'
import { defineScreen } from '../../screen.ts'

export const savings = defineScreen({
  path: '/savings',
  title: 'Savings',
  menu: { section: 'more', label: 'Savings', icon: PiggyBank },
  keywords: 'recommendations waste leaks',
  load: async () => ({ component: (await import('./SavingsScreen.tsx')).SavingsScreen }),
})
