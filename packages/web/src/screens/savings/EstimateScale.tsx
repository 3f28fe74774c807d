import { formatMoney } from '@kept/foundation/format/money.ts'

/** The range of the estimate, on the scale of the resource's cost. */
export function EstimateScale({
  low,
  saving,
  high,
  cost,
  currency,
}: {
  low: string
  saving: string
  high: string
  cost: string
  currency: string
}) {
  const scaleMax = Math.max(Number(cost), Number(high), 1e-12)
  const percentOf = (value: string) => `${Math.min(100, Math.max(0, (Number(value) / scaleMax) * 100))}%`
  const isOneFigure = Number(low) === Number(high)
  return (
    <div className="mt-2">
      <div aria-hidden="true" className="relative h-3 rounded-hair bg-hover">
        <div
          className="hatch-leak absolute inset-y-0 rounded-hair"
          style={{ left: isOneFigure ? 0 : percentOf(low), right: `calc(100% - ${percentOf(high)})` }}
        />
        <div className="absolute inset-y-[-2px] w-0.5 bg-leak" style={{ left: percentOf(saving) }} />
      </div>
      <p className="figure mt-1 flex justify-between text-micro text-faint">
        <span>
          {isOneFigure ? 'about ' : `${formatMoney(low, currency)} to `}
          {formatMoney(high, currency)}
        </span>
        <span>of {formatMoney(cost, currency)}</span>
      </p>
    </div>
  )
}
