import { compare } from '@kept/domain/decimal.ts'
import type { LoopStatistics } from '@kept/domain/loop.ts'
import { loopTypeWords } from '@kept/domain/loop.ts'
import { formatDay } from '@kept/ui/format/day.ts'
import { formatMoney } from '@kept/ui/format/money.ts'
import { formatCount } from '@kept/ui/format/share.ts'
import { Table, Td, Th, Tr } from '@kept/ui/table/Table.tsx'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { api } from '../../api/client.ts'
import { Section } from '../../shell/Page.tsx'
import { Intake } from './Intake.tsx'
import { loopDuration } from './loop-words.ts'

const StatisticsExport = lazy(async () => ({ default: (await import('./StatisticsExport.tsx')).StatisticsExport }))

const providerWords = { aws: 'AWS', gcp: 'Google Cloud', azure: 'Azure' } as const

/** Loops by day, type, provider and resource, and what would have kept them away. */
export function LoopStatisticsPart() {
  const query = useQuery(api.loops.statistics.queryOptions({ input: {} }))
  const found = query.data
  return (
    <>
      {found && found.data.summary.total_detections > 0 && (
        <Statistics statistics={found.data} currency={found.meta.currency} />
      )}
      <Intake />
    </>
  )
}

function Statistics({ statistics, currency }: { statistics: LoopStatistics; currency: string }) {
  // Loops without a known price add nothing; that is not the same as costing nothing.
  const money = (amount: string) => (compare(amount, '0') === 0 ? 'not known' : formatMoney(amount, currency))
  const percent = (share: number) => `${Math.round(share * 100)} %`
  return (
    <>
      <Section
        title="What would prevent them"
        words="The first fix of the commonest cause of each kind, worth what those loops cost."
        beside={
          <Suspense>
            <StatisticsExport statistics={statistics} currency={currency} />
          </Suspense>
        }
      >
        <ul className="divide-y divide-rule">
          {statistics.prevention_recommendations.map((one) => (
            <li key={one.type} className="flex flex-wrap justify-between gap-x-6 gap-y-1 py-2">
              <span className="min-w-0">
                <span className="block text-body font-medium">{one.title}</span>
                <span className="block text-small text-soft">{one.description}</span>
              </span>
              <span className="figure text-small">
                {money(one.potential_savings)} <span className="text-faint">{one.implementation_effort} effort</span>
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
              {statistics.breakdown_by_type.map((one) => (
                <Tr key={one.loop_type}>
                  <Td>{loopTypeWords[one.loop_type].label}</Td>
                  <Td numeric>{formatCount(one.count)}</Td>
                  <Td numeric>{money(one.avg_cost_impact)}</Td>
                  <Td numeric>{loopDuration(one.avg_duration_minutes * 60)}</Td>
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
              {statistics.breakdown_by_provider.map((one) => (
                <Tr key={one.provider}>
                  <Td>{one.provider === null ? 'Not known' : providerWords[one.provider]}</Td>
                  <Td numeric>{formatCount(one.count)}</Td>
                  <Td numeric>{money(one.cost_impact)}</Td>
                  <Td numeric>{percent(one.resolution_rate)}</Td>
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
              {statistics.trends.toReversed().map((one) => (
                <Tr key={one.date}>
                  <Td>{formatDay(one.date)}</Td>
                  <Td numeric>{formatCount(one.detections)}</Td>
                  <Td numeric>{money(one.cost_impact)}</Td>
                  <Td numeric>{percent(one.resolution_rate)}</Td>
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
              {statistics.top_affected_resources.map((one) => (
                <Tr key={one.resource_id}>
                  <Td>{one.resource_name}</Td>
                  <Td numeric>{formatCount(one.loop_count)}</Td>
                  <Td numeric>{money(one.total_cost_impact)}</Td>
                </Tr>
              ))}
            </tbody>
          </Table>
        </Section>
      </div>
    </>
  )
}
