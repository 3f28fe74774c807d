import type { LoopStatistics } from '@kept/domain/loop.ts'
import { ExportLists } from '../../csv/ExportLists.tsx'

interface StatisticsExportProps {
  statistics: LoopStatistics
  currency: string
}

/** The tables of the statistics, as the page names them. */
export function StatisticsExport({ statistics, currency }: StatisticsExportProps) {
  const list = (name: keyof typeof import('./export-statistics.ts').writers) => async () =>
    (await import('./export-statistics.ts')).writers[name](statistics, currency)
  return (
    <ExportLists
      name="loop-statistics"
      size="small"
      lists={[
        { name: 'loop-prevention', label: 'How to prevent them', list: list('prevention') },
        { name: 'loops-by-type', label: 'By type', list: list('byType') },
        { name: 'loops-by-provider', label: 'By provider', list: list('byProvider') },
        { name: 'loops-by-day', label: 'By day', list: list('byDay') },
        { name: 'loops-by-resource', label: 'Most affected resources', list: list('resources') },
      ]}
    />
  )
}
