import { ChartColumnStacked } from 'lucide-react'
import { defineScreen } from '../../screen.ts'

export const costs = defineScreen({
  path: '/costs',
  title: 'Cost Explorer',
  menu: { place: 'more', label: 'Cost Explorer', icon: ChartColumnStacked },
  also: 'analyse group filter spend',
  load: () => import('./CostsScreen.tsx'),
})
