import type { Recommendation } from '@kept/domain/recommendation.ts'
import { formatMoney, formatMoneyExact } from '@kept/foundation/format/money.ts'
import { EstimateScale } from './EstimateScale.tsx'

/** The estimate with its range, and whether totals count it. */
export function ExpectedSaving({ recommendation }: { recommendation: Recommendation }) {
  const {
    monthly_savings: saving,
    monthly_savings_low: low,
    monthly_savings_high: high,
    currency,
    counted_in: countedIn,
  } = recommendation
  if (saving === null) return <p className="mt-3 text-body text-soft">Savings not estimated.</p>
  return (
    <div className="mt-4 border-rule border-y py-3">
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span className="figure text-title font-semibold" title={formatMoneyExact(saving, currency)}>
          {formatMoney(saving, currency)}
        </span>
        <span className="text-small text-soft">a month (estimate)</span>
      </p>
      {low !== null && high !== null && (
        <EstimateScale low={low} saving={saving} high={high} cost={recommendation.monthly_cost} currency={currency} />
      )}
      {countedIn && (
        <p className="mt-2 text-small text-watch">Alternative. Totals count only the main recommendation.</p>
      )}
    </div>
  )
}
