import type { BehaviorOverview } from '@kept/contract/routes/developer-behavior-shapes.ts'
import { formatMoney } from '@kept/foundation/format/money.ts'
import { formatCount, formatPercent } from '@kept/foundation/format/number.ts'
import { ArrowDownRight, ArrowRight, ArrowUpRight } from 'lucide-react'
import type { ReactNode } from 'react'

/** The page's four figures, each against as many days before. What was not measured is no zero. */
export function Cards({ overview: { cards, currency, analyzed } }: { overview: BehaviorOverview }) {
  const missing = analyzed === null ? 'not analyzed' : 'unknown'
  const {
    monthly_waste: waste,
    potential_savings: savings,
    efficiency_score: score,
    zombie_environments: zombies,
  } = cards
  return (
    <dl className="mt-6 grid grid-cols-1 border-rule-strong border-y sm:grid-cols-2 @4xl:grid-cols-4">
      <Card name="Monthly Waste" trend={formatTrend(waste.change_percent, percent)}>
        {waste.amount === null ? missing : formatMoney(waste.amount, currency)}
      </Card>
      <Card name="Potential Savings" trend={formatTrend(savings.change_percent, percent)}>
        {savings.amount === null ? missing : formatMoney(savings.amount, currency)}
      </Card>
      <Card name="Efficiency Score" trend={formatTrend(score.change_points, (points) => `${signed(points)} points`)}>
        {score.percent === null ? missing : `${score.percent}%`}
      </Card>
      <Card name="Zombie Environments" trend={formatTrend(zombies.change, signed)}>
        {zombies.count === null ? missing : formatCount(zombies.count)}
      </Card>
    </dl>
  )
}

function Card({ name, trend: change, children }: { name: string; trend: ReactNode; children: ReactNode }) {
  return (
    <div className="px-2 py-4 sm:px-4">
      <dt className="text-small text-soft">{name}</dt>
      <dd className="figure mt-1 text-title font-semibold">{children}</dd>
      <dd className="mt-0.5 text-small text-soft">{change}</dd>
    </div>
  )
}

function formatTrend(change: number | null, format: (change: number) => string): ReactNode {
  if (change === null) return <span className="text-faint">no earlier data to compare</span>
  const Arrow = change > 0 ? ArrowUpRight : change < 0 ? ArrowDownRight : ArrowRight
  return (
    <span className="figure inline-flex flex-wrap items-center gap-x-1">
      <Arrow size={13} aria-hidden="true" className="text-faint" />
      {format(change)} <span className="text-faint">vs. previous period</span>
    </span>
  )
}

function percent(change: number): string {
  return formatPercent(change, { signed: true })
}

function signed(change: number): string {
  return change > 0 ? `+${change}` : String(change)
}
