import { toNumber } from '@kept/foundation/decimal.ts'
import { ShareBar } from '@kept/ui/charts/share/ShareBar.tsx'

interface CostBar {
  key: string
  name: string
  /** Decimal text; null without a known price. */
  cost: string | null
  /** Below the name: "3 loops, 12 min on average". */
  detail: string
}

interface CostBarsProps {
  label: string
  bars: readonly CostBar[]
  format(cost: string): string
}

/** Costs side by side: the name, a bar against the largest, and the figure. */
export function CostBars({ label, bars, format }: CostBarsProps) {
  const figures = bars.map(({ cost }) => (cost === null ? 0 : toNumber(cost)))
  const largest = Math.max(...figures, 0)
  return (
    <ul aria-label={label} className="divide-y divide-rule">
      {bars.map(({ key, name, cost, detail }, index) => (
        <li
          key={key}
          className="grid grid-cols-[minmax(0,1fr)_6rem_auto] items-center gap-x-4 py-2 sm:grid-cols-[minmax(0,1fr)_10rem_auto]"
        >
          <span className="min-w-0">
            <span className="block truncate text-body">{name}</span>
            <span className="block truncate text-micro text-soft">{detail}</span>
          </span>
          <ShareBar length={largest > 0 ? (figures[index] ?? 0) / largest : 0} color="var(--leak)" />
          <span className="figure min-w-20 text-right text-body">{cost === null ? 'Unknown' : format(cost)}</span>
        </li>
      ))}
    </ul>
  )
}
