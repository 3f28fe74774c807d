import type { Finding } from '@kept/domain/finding.ts'
import { formatMoney, formatMoneyExact } from '@kept/ui/format/money.ts'

type EstimateRangeProps = {
  finding: Pick<Finding, 'monthly_saving' | 'monthly_saving_low' | 'monthly_saving_high' | 'monthly_cost' | 'currency'>
}

/** An estimate with its range, hatched because it is a claim: its length is the part of the cost it would take away. */
export function EstimateRange({ finding }: EstimateRangeProps) {
  const {
    monthly_saving: saving,
    monthly_saving_low: low,
    monthly_saving_high: high,
    monthly_cost: cost,
    currency,
  } = finding
  if (saving === null) return <span className="text-faint">no honest estimate</span>
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
