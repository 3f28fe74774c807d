import type { CostForecast } from '@kept/contract/routes/anomalies.ts'
import { Lines } from '@kept/ui/charts/line/Lines.tsx'
import { formatDay, formatMonth } from '@kept/ui/format/day.ts'
import { formatMoney, formatMoneyShort } from '@kept/ui/format/money.ts'
import { counted, formatPercent } from '@kept/ui/format/share.ts'
import { namePeriod } from '../spend/periods.ts'
import { recordWords } from './record-words.ts'

/** The month's end with its range, the days ahead with their band, and how good such forecasts have been. */
export function ForecastFigure({ forecast }: { forecast: CostForecast }) {
  const { currency, month_end: end, backtest } = forecast
  const money = (amount: string) => formatMoney(amount, currency)
  return (
    <>
      <p className="mb-3 max-w-prose text-pretty text-body">
        {formatMonth(`${end.month}-01`)} will end at about <strong>{money(end.point)}</strong>, between{' '}
        {money(end.band80.lower)} and {money(end.band80.upper)} (80% band). {money(end.so_far)} has come so far.
      </p>
      <Lines
        label="Spend by day, and the forecast with its band"
        height={220}
        data={rowsOf(forecast)}
        xKey="date"
        lines={[
          { dataKey: 'actual', name: 'Actual' },
          { dataKey: 'point', name: 'Forecast', strokeDasharray: '6 4' },
        ]}
        band={{ lower: 'lower', upper: 'upper', name: 'Likely', around: 'point' }}
        nameX={(day) => namePeriod(day, 'day')}
        format={(figure) => formatMoney(String(figure), currency)}
        short={(figure) => formatMoneyShort(figure, currency)}
      />
      <p className="mt-2 text-small text-soft">{recordWords(backtest)}</p>
      {backtest.past.length > 0 && <Record backtest={backtest} />}
    </>
  )
}

/** What came, then what is expected. */
function rowsOf({ history, days }: CostForecast) {
  return [
    ...history.map(({ date, actual }) => ({
      date,
      actual: actual === null ? null : Number(actual),
      point: null as number | null,
      lower: null as number | null,
      upper: null as number | null,
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

/** Each of them, for whoever wants to see it. */
function Record({ backtest: { past, horizon } }: Pick<CostForecast, 'backtest'>) {
  const percent = (share: number | null) => (share === null ? 'unknown' : formatPercent(share * 100, { places: 0 }))
  return (
    <details className="mt-1 text-small">
      <summary className="cursor-pointer text-soft hover:text-ink">Each of them</summary>
      <ul className="mt-2 space-y-1">
        {past.map(({ origin, total_error: error, coverage80, coverage95 }) => (
          <li key={origin} className="text-soft">
            Made on {formatDay(origin)} for {counted(horizon, 'day')}: {awayWords(error)}; {percent(coverage80)} of the
            days in the 80 % band, {percent(coverage95)} in the 95 % band.
          </li>
        ))}
      </ul>
    </details>
  )
}

function awayWords(error: number | null): string {
  if (error === null) return 'what came was nothing'
  const share = formatPercent(Math.abs(error) * 100, { places: 0 })
  return error === 0 ? 'to the point' : `${share} ${error > 0 ? 'too much' : 'too little'}`
}
