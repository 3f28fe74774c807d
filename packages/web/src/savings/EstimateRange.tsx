import type { Recommendation } from '@kept/domain/recommendation.ts'
import { formatMoney, formatMoneyExact } from '@kept/foundation/format/money.ts'

type EstimateRangeProps = {
  recommendation: Pick<
    Recommendation,
    'monthly_savings' | 'monthly_savings_low' | 'monthly_savings_high' | 'monthly_cost' | 'currency'
  >
}

/** An estimate with its range. The hatched bar shows it as a share of the resource's cost. */
export function EstimateRange({ recommendation }: EstimateRangeProps) {
  const {
    monthly_savings: saving,
    monthly_savings_low: low,
    monthly_savings_high: high,
    monthly_cost: cost,
    currency,
  } = recommendation
  if (saving === null) return <span className="text-faint">Savings not estimated</span>
  const part = Number(cost) > 0 ? Math.min(1, Number(saving) / Number(cost)) : 0
  const range = low !== null && high !== null ? `, ${formatMoney(low, currency)} to ${formatMoney(high, currency)}` : ''
  return (
    <span
      className="inline-flex items-center justify-end gap-2"
      title={`Estimate ${formatMoneyExact(saving, currency)}${range}`}
    >
      <span aria-hidden="true" className="hidden h-1.5 w-14 rounded-hair bg-hover sm:inline-block">
        <span className="hatch-leak block h-full rounded-hair" style={{ width: `${part * 100}%` }} />
      </span>
      {formatMoney(saving, currency)}
    </span>
  )
}
