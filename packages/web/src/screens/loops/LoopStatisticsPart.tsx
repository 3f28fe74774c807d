import type { LoopStatistics } from '@kept/domain/loop.ts'
import { loopTypeLabels } from '@kept/domain/loop-types.ts'
import { compare } from '@kept/foundation/decimal.ts'
import { formatDay } from '@kept/foundation/format/day.ts'
import { formatMoney } from '@kept/foundation/format/money.ts'
import { formatCount } from '@kept/foundation/format/number.ts'
import { RowsTable } from '@kept/ui/table/RowsTable.tsx'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { api } from '../../api/client.ts'
import { Section } from '../../shell/Page.tsx'
import { loopDuration } from './loop-text.ts'
import { TelemetryIngestion } from './TelemetryIngestion.tsx'

const StatisticsExport = lazy(async () => ({ default: (await import('./StatisticsExport.tsx')).StatisticsExport }))

const providerLabels = { aws: 'AWS', gcp: 'Google Cloud', azure: 'Azure' } as const

/** Loops by day, type, provider and resource, and what would have kept them away. */
export function LoopStatisticsPart() {
  const query = useQuery(api.loops.statistics.queryOptions({ input: {} }))
  const response = query.data
  return (
    <>
      {response && response.data.summary.total_detections > 0 && (
        <Statistics statistics={response.data} currency={response.meta.currency} />
      )}
      <TelemetryIngestion />
    </>
  )
}

function Statistics({ statistics, currency }: { statistics: LoopStatistics; currency: string }) {
  // Loops without a known price add nothing; that is not the same as costing nothing.
  const money = (amount: string) => (compare(amount, '0') === 0 ? 'unknown' : formatMoney(amount, currency))
  const percent = (share: number) => `${Math.round(share * 100)}%`
  return (
    <>
      <Section
        title="How to prevent them"
        description="The best fix for the most common cause of each type, valued at what those loops cost."
        actions={
          <Suspense>
            <StatisticsExport statistics={statistics} currency={currency} />
          </Suspense>
        }
      >
        <ul className="divide-y divide-rule">
          {statistics.prevention_recommendations.map((recommendation) => (
            <li key={recommendation.type} className="flex flex-wrap justify-between gap-x-6 gap-y-1 py-2">
              <span className="min-w-0">
                <span className="block text-body font-medium">{recommendation.title}</span>
                <span className="block text-small text-soft">{recommendation.description}</span>
              </span>
              <span className="figure text-small">
                {money(recommendation.potential_savings)}{' '}
                <span className="text-faint">{recommendation.implementation_effort} effort</span>
              </span>
            </li>
          ))}
        </ul>
      </Section>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-10 @4xl:grid-cols-2">
        <Section title="By type" className="mt-10 min-w-0">
          <RowsTable
            label="Loops by type"
            rows={statistics.breakdown_by_type}
            rowKey={({ loop_type }) => loop_type}
            columns={[
              { head: 'Type', cell: ({ loop_type }) => loopTypeLabels[loop_type].label },
              { head: 'Loops', numeric: true, cell: ({ count }) => formatCount(count) },
              {
                head: 'Average cost',
                unit: currency,
                numeric: true,
                cell: ({ avg_cost_impact }) => money(avg_cost_impact),
              },
              {
                head: 'Average time',
                numeric: true,
                cell: ({ avg_duration_minutes }) => loopDuration(avg_duration_minutes * 60),
              },
            ]}
          />
        </Section>
        <Section title="By provider" className="mt-10 min-w-0">
          <RowsTable
            label="Loops by provider"
            rows={statistics.breakdown_by_provider}
            rowKey={({ provider }) => provider ?? ''}
            columns={[
              { head: 'Provider', cell: ({ provider }) => (provider === null ? 'Unknown' : providerLabels[provider]) },
              { head: 'Loops', numeric: true, cell: ({ count }) => formatCount(count) },
              { head: 'Cost', unit: currency, numeric: true, cell: ({ cost_impact }) => money(cost_impact) },
              { head: 'Resolved', numeric: true, cell: ({ resolution_rate }) => percent(resolution_rate) },
            ]}
          />
        </Section>
        <Section title="By day" className="mt-10 min-w-0">
          <RowsTable
            label="Loops by day"
            rows={statistics.trends.toReversed()}
            rowKey={({ date }) => date}
            columns={[
              { head: 'Day', cell: ({ date }) => formatDay(date) },
              { head: 'Loops', numeric: true, cell: ({ detections }) => formatCount(detections) },
              { head: 'Cost', unit: currency, numeric: true, cell: ({ cost_impact }) => money(cost_impact) },
              { head: 'Resolved', numeric: true, cell: ({ resolution_rate }) => percent(resolution_rate) },
            ]}
          />
        </Section>
        <Section title="Most affected resources" className="mt-10 min-w-0">
          <RowsTable
            label="Most affected resources"
            rows={statistics.top_affected_resources}
            rowKey={({ resource_id }) => resource_id}
            columns={[
              { head: 'Resource', cell: ({ resource_name }) => resource_name },
              { head: 'Loops', numeric: true, cell: ({ loop_count }) => formatCount(loop_count) },
              {
                head: 'Cost',
                unit: currency,
                numeric: true,
                cell: ({ total_cost_impact }) => money(total_cost_impact),
              },
            ]}
          />
        </Section>
      </div>
    </>
  )
}
