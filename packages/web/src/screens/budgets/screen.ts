import { Target } from 'lucide-react'
import { defineScreen } from '../../screen.ts'

export const budgets = defineScreen({
  path: '/budgets',
  title: 'Budgets',
  menu: { section: 'more', label: 'Budgets', icon: Target },
  needs: 'costs:read',
  keywords: 'limits thresholds alerts',
  load: async () => ({ component: (await import('./BudgetsScreen.tsx')).BudgetsScreen }),
})
