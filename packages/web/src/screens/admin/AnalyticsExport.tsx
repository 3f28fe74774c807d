import type { CommissionAnalytics } from '@kept/contract/routes/commission.ts'
import { ExportLists } from '../../csv/ExportLists.tsx'

/** Every currency of the chosen months: the page shows one at a time, the files name it in each line. */
export function AnalyticsExport({ analytics }: { analytics: CommissionAnalytics }) {
  const list = (name: keyof typeof import('./export-analytics.ts').writers) => async () =>
    (await import('./export-analytics.ts')).writers[name](analytics)
  return (
    <ExportLists
      name="commission-analytics"
      lists={[
        { name: 'fees-by-month', label: 'By month', list: list('months') },
        { name: 'fees-by-customer', label: 'Customers', list: list('customers') },
        { name: 'fees-by-tier', label: 'Tiers', list: list('tiers') },
      ]}
    />
  )
}
