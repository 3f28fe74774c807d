import { ChartColumnStacked } from 'lucide-react'
import { defineScreen } from '../../screen.ts'

export const costs = defineScreen({
  path: '/costs',
  title: 'Cost Explorer',
  menu: { section: 'more', label: 'Cost Explorer', icon: ChartColumnStacked },
  keywords: 'analyze group filter spend',
  load: async () => ({ component: (await import('./CostsScreen.tsx')).CostExplorerScreen }),
})
