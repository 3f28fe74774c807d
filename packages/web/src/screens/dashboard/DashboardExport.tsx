import type { Overview } from '@kept/contract/routes/cost-optimization.ts'
import { ExportLists } from '../../csv/ExportLists.tsx'

/** Exports the dashboard's tables in the selected currency. */
export function DashboardExport({ currencyOverview }: { currencyOverview: Overview['currencies'][number] }) {
  const list = (name: keyof typeof import('./export-dashboard.ts').writers) => async () =>
    (await import('./export-dashboard.ts')).writers[name](currencyOverview)
  return (
    <ExportLists
      name="dashboard"
      lists={[
        { name: 'spend-by-day', label: 'Daily spend', list: list('days') },
        { name: 'top-services', label: 'Top services', list: list('services') },
        { name: 'movers', label: 'Biggest changes', list: list('movers') },
        { name: 'anomalies', label: 'Anomalies', list: list('anomalies') },
        { name: 'recommendations', label: 'Top savings', list: list('recommendations') },
      ]}
    />
  )
}
