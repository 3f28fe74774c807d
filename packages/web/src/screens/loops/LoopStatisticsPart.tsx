import type { LoopStatistics } from '@kept/domain/loop.ts'
import { loopTypeLabels } from '@kept/domain/loop.ts'
import { compare } from '@kept/foundation/decimal.ts'
import { formatDay } from '@kept/ui/format/day.ts'
import { formatMoney } from '@kept/ui/format/money.ts'
import { formatCount } from '@kept/ui/format/share.ts'
import { Table, Td, Th, Tr } from '@kept/ui/table/Table.tsx'
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
          <Table label="Loops by type">
            <thead>
              <tr>
                <Th>Type</Th>
                <Th numeric>Loops</Th>
                <Th numeric unit={currency}>
                  Average cost
                </Th>
                <Th numeric>Average time</Th>
              </tr>
            </thead>
            <tbody>
              {statistics.breakdown_by_type.map((row) => (
                <Tr key={row.loop_type}>
                  <Td>{loopTypeLabels[row.loop_type].label}</Td>
                  <Td numeric>{formatCount(row.count)}</Td>
                  <Td numeric>{money(row.avg_cost_impact)}</Td>
                  <Td numeric>{loopDuration(row.avg_duration_minutes * 60)}</Td>
                </Tr>
              ))}
            </tbody>
          </Table>
        </Section>
        <Section title="By provider" className="mt-10 min-w-0">
          <Table label="Loops by provider">
            <thead>
              <tr>
                <Th>Provider</Th>
                <Th numeric>Loops</Th>
                <Th numeric unit={currency}>
                  Cost
                </Th>
                <Th numeric>Resolved</Th>
              </tr>
            </thead>
            <tbody>
              {statistics.breakdown_by_provider.map((row) => (
                <Tr key={row.provider}>
                  <Td>{row.provider === null ? 'Unknown' : providerLabels[row.provider]}</Td>
                  <Td numeric>{formatCount(row.count)}</Td>
                  <Td numeric>{money(row.cost_impact)}</Td>
                  <Td numeric>{percent(row.resolution_rate)}</Td>
                </Tr>
              ))}
            </tbody>
          </Table>
        </Section>
        <Section title="By day" className="mt-10 min-w-0">
          <Table label="Loops by day">
            <thead>
              <tr>
                <Th>Day</Th>
                <Th numeric>Loops</Th>
                <Th numeric unit={currency}>
                  Cost
                </Th>
                <Th numeric>Resolved</Th>
              </tr>
            </thead>
            <tbody>
              {statistics.trends.toReversed().map((day) => (
                <Tr key={day.date}>
                  <Td>{formatDay(day.date)}</Td>
                  <Td numeric>{formatCount(day.detections)}</Td>
                  <Td numeric>{money(day.cost_impact)}</Td>
                  <Td numeric>{percent(day.resolution_rate)}</Td>
                </Tr>
              ))}
            </tbody>
          </Table>
        </Section>
        <Section title="Most affected resources" className="mt-10 min-w-0">
          <Table label="Most affected resources">
            <thead>
              <tr>
                <Th>Resource</Th>
                <Th numeric>Loops</Th>
                <Th numeric unit={currency}>
                  Cost
                </Th>
              </tr>
            </thead>
            <tbody>
              {statistics.top_affected_resources.map((resource) => (
                <Tr key={resource.resource_id}>
                  <Td>{resource.resource_name}</Td>
                  <Td numeric>{formatCount(resource.loop_count)}</Td>
                  <Td numeric>{money(resource.total_cost_impact)}</Td>
                </Tr>
              ))}
            </tbody>
          </Table>
        </Section>
      </div>
    </>
  )
}
