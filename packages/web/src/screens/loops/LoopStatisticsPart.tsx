import type { LoopStatistics } from '@kept/domain/loop.ts'
import { loopTypeLabels } from '@kept/domain/loop-types.ts'
import { compare } from '@kept/foundation/decimal.ts'
import { formatMoney } from '@kept/foundation/format/money.ts'
import { counted } from '@kept/foundation/format/number.ts'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { api } from '../../api/client.ts'
import { loopDuration } from '../../loops/loop-text.ts'
import { Section } from '../../shell/Page.tsx'
import { CostBars } from './CostBars.tsx'
import { CostByDay } from './CostByDay.tsx'
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
  const money = (amount: string) => formatMoney(amount, currency)
  // Loops without a known price add nothing; that is not the same as costing nothing.
  const knownCost = (amount: string) => (compare(amount, '0') === 0 ? null : amount)
  const orUnknown = (amount: string) => (knownCost(amount) === null ? 'unknown' : money(amount))
  const loops = (count: number) => counted(count, 'loop')
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
                {orUnknown(recommendation.potential_savings)}{' '}
                <span className="text-faint">{recommendation.implementation_effort} effort</span>
              </span>
            </li>
          ))}
        </ul>
      </Section>
      <Section title="Cost by day">
        <CostByDay trends={statistics.trends} currency={currency} />
      </Section>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-10 @4xl:grid-cols-2">
        <Section title="By type" description="Average cost of a loop." className="mt-10 min-w-0">
          <CostBars
            label="Loops by type"
            format={money}
            bars={statistics.breakdown_by_type.map((type) => ({
              key: type.loop_type,
              name: loopTypeLabels[type.loop_type].label,
              cost: knownCost(type.avg_cost_impact),
              detail: `${loops(type.count)}, ${loopDuration(type.avg_duration_minutes * 60)} on average`,
            }))}
          />
        </Section>
        <Section title="Most affected resources" className="mt-10 min-w-0">
          <CostBars
            label="Most affected resources"
            format={money}
            bars={statistics.top_affected_resources.map((resource) => ({
              key: resource.resource_id,
              name: resource.resource_name,
              cost: knownCost(resource.total_cost_impact),
              detail: loops(resource.loop_count),
            }))}
          />
        </Section>
        <Section title="By provider" className="mt-10 min-w-0">
          <CostBars
            label="Loops by provider"
            format={money}
            bars={statistics.breakdown_by_provider.map(({ provider, count, cost_impact, resolution_rate }) => ({
              key: provider ?? '',
              name: provider === null ? 'Unknown' : providerLabels[provider],
              cost: knownCost(cost_impact),
              detail: `${loops(count)}, ${percent(resolution_rate)} resolved`,
            }))}
          />
        </Section>
      </div>
    </>
  )
}
