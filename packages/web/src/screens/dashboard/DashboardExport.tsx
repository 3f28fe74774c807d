import type { Overview } from '@kept/contract/routes/cost-optimization.ts'
import { ExportLists } from '../../csv/ExportLists.tsx'

/** The tables of the dashboard, in the currency that is shown. */
export function DashboardExport({ shown }: { shown: Overview['currencies'][number] }) {
  const list = (name: keyof typeof import('./export-dashboard.ts').writers) => async () =>
    (await import('./export-dashboard.ts')).writers[name](shown)
  return (
    <ExportLists
      name="dashboard"
      lists={[
        { name: 'spend-by-day', label: 'Spend by day', list: list('days') },
        { name: 'top-services', label: 'Top services', list: list('services') },
        { name: 'movers', label: 'What moved most', list: list('movers') },
        { name: 'anomalies', label: 'Off its path', list: list('anomalies') },
        { name: 'findings', label: 'Where it leaks', list: list('findings') },
      ]}
    />
  )
}
