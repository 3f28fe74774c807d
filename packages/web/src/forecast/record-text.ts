import type { CostForecast } from '@kept/contract/routes/anomalies.ts'
import { counted, formatPercent } from '@kept/foundation/format/number.ts'

type Accuracy = Pick<CostForecast['backtest'], 'count' | 'horizon' | 'distance' | 'total_error' | 'coverage80'>

/** Describes the accuracy of past forecasts in one or two sentences. */
export function describeRecord({ count, horizon, distance, total_error: error, coverage80 }: Accuracy): string {
  if (count === 0 || error === null || coverage80 === null) return 'Not enough data to measure forecast accuracy.'
  const percent = (share: number) => formatPercent(share * 100, { places: 0 })
  const apart = distance < horizon && count > 1 ? `, made ${counted(distance, 'day')} apart,` : ''
  return `The last ${counted(count, 'forecast')} of ${counted(horizon, 'day')}${apart} were off by ${percent(error)} on average. ${percent(coverage80)} of days were within the 80% range.`
}
