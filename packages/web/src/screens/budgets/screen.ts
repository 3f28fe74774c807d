import { Target } from 'lucide-react'
import { defineScreen } from '../../screen.ts'

export const budgets = defineScreen({
  path: '/budgets',
  title: 'Budgets',
  menu: { place: 'more', label: 'Budgets', icon: Target },
  needs: 'costs:read',
  also: 'limits thresholds alerts',
  load: () => import('./BudgetsScreen.tsx'),
})
