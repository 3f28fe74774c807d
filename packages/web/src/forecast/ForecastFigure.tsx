import type { CostForecast } from '@kept/contract/routes/anomalies.ts'
import { formatDay, formatMonth } from '@kept/foundation/format/day.ts'
import { formatMoney } from '@kept/foundation/format/money.ts'
import { counted, formatPercent } from '@kept/foundation/format/number.ts'
import { type ForecastDay, ForecastLines } from './ForecastLines.tsx'
import { describeRecord } from './record-text.ts'

/** The projected total of the month, the next days with their likely range, and the accuracy of past forecasts. */
export function ForecastFigure({ forecast }: { forecast: CostForecast }) {
  const { currency, month_end: end, backtest } = forecast
  const money = (amount: string) => formatMoney(amount, currency)
  return (
    <>
      <p className="mb-3 max-w-prose text-pretty text-body">
        Projected for {formatMonth(`${end.month}-01`)}: <strong>{money(end.point)}</strong> ({money(end.band80.lower)}{' '}
        to {money(end.band80.upper)}, 80% likely). Spent so far: {money(end.so_far)}.
      </p>
      <ForecastLines label="Daily spend and forecast" currency={currency} days={rowsOf(forecast)} />
      <p className="mt-2 text-small text-soft">{describeRecord(backtest)}</p>
      {backtest.past.length > 0 && <Record backtest={backtest} />}
    </>
  )
}

/** Actual days, then forecast days. */
function rowsOf({ history, days }: CostForecast): ForecastDay[] {
  return [
    ...history.map(({ date, actual }) => ({
      date,
      actual: actual === null ? null : Number(actual),
      point: null,
      lower: null,
      upper: null,
    })),
    ...days.map(({ date, point, band80 }) => ({
      date,
      actual: null,
      point: Number(point),
      lower: Number(band80.lower),
      upper: Number(band80.upper),
    })),
  ]
}

/** Each past forecast with its error. */
function Record({ backtest: { past, horizon } }: Pick<CostForecast, 'backtest'>) {
  const percent = (share: number | null) => (share === null ? 'unknown' : formatPercent(share * 100, { places: 0 }))
  return (
    <details className="mt-1 text-small">
      <summary className="cursor-pointer text-soft hover:text-ink">Show each forecast</summary>
      <ul className="mt-2 space-y-1">
        {past.map(({ origin, total_error: error, coverage80, coverage95 }) => (
          <li key={origin} className="text-soft">
            {formatDay(origin)}, {counted(horizon, 'day')}: {describeError(error)}. {percent(coverage80)} of days within
            the 80% range, {percent(coverage95)} within the 95% range.
          </li>
        ))}
      </ul>
    </details>
  )
}

function describeError(error: number | null): string {
  if (error === null) return 'no actual costs'
  const share = formatPercent(Math.abs(error) * 100, { places: 0 })
  return error === 0 ? 'exact' : `${share} ${error > 0 ? 'too high' : 'too low'}`
}
