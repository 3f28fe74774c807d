import type { CostForecast } from '@kept/contract/routes/anomalies.ts'
import { counted, formatPercent } from '@kept/ui/format/share.ts'

type Said = Pick<CostForecast['backtest'], 'count' | 'horizon' | 'distance' | 'total_error' | 'coverage80'>

/** How good the last forecasts were, in one sentence. */
export function recordWords({ count, horizon, distance, total_error: error, coverage80 }: Said): string {
  if (count === 0 || error === null || coverage80 === null) return 'There are too few days to say how good this is.'
  const percent = (share: number) => formatPercent(share * 100, { places: 0 })
  const apart = distance < horizon && count > 1 ? `, made ${counted(distance, 'day')} apart,` : ''
  return `The last ${counted(count, 'forecast')} of ${counted(horizon, 'day')}${apart} were off by ${percent(error)} in total on average; ${percent(coverage80)} of the days fell into the 80 % band.`
}
