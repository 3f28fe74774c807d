import type { LoopStatistics } from '@kept/domain/loop.ts'
import { formatMoney, formatMoneyExact } from '@kept/foundation/format/money.ts'
import { formatCount } from '@kept/foundation/format/number.ts'
import type { ReactNode } from 'react'

interface SummaryCardsProps {
  summary: LoopStatistics['summary']
  currency: string
  unpriced: number
}

/** Four figures of the last thirty days. */
export function SummaryCards({ summary, currency, unpriced }: SummaryCardsProps) {
  const { avg_resolution_time_minutes: minutes, total_cost_impact: cost } = summary
  return (
    <dl className="mt-6 grid grid-cols-2 gap-x-8 gap-y-5 border-rule border-t pt-4 @3xl:grid-cols-4">
      <Figure name="Active Loops" description="active now, last 30 days">
        {formatCount(summary.active_loops)}
      </Figure>
      <Figure
        name="Total Cost Impact"
        title={formatMoneyExact(cost, currency)}
        description={unpriced > 0 ? `${currency}; ${unpriced} without a known price` : currency}
      >
        {formatMoney(cost, currency)}
      </Figure>
      <Figure name="Avg Resolution Time" description={minutes === null ? 'none resolved yet' : 'from start to end'}>
        {minutes === null ? '–' : `${formatCount(Math.round(minutes))} min`}
      </Figure>
      <Figure name="Total Detections" description="confirmed in 30 days">
        {formatCount(summary.total_detections)}
      </Figure>
    </dl>
  )
}

function Figure({
  name,
  description,
  title,
  children,
}: {
  name: string
  description: string
  title?: string
  children: ReactNode
}) {
  return (
    <div className="min-w-0">
      <dt className="text-small text-soft">{name}</dt>
      <dd>
        <span className="figure block font-serif text-display" title={title}>
          {children}
        </span>
        <span className="block text-micro text-faint">{description}</span>
      </dd>
    </div>
  )
}
