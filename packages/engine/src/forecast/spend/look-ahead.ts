import type { SeriesPoint } from '@kept/domain/series.ts'
import { forecastSeries, type SeriesForecast } from '../forecast-series.ts'
import { type Total, totalOf } from '../total.ts'
import type { ChargeSeries } from './charge-series.ts'
import { combineSpend, forecastSpend, type SpendForecast, type SpendOrder, totalSpend } from './forecast-spend.ts'

interface CombinedForecast {
  /** Null where everything is looked at as one series. */
  spend: SpendForecast | null
  /** Day by day, everything together. */
  combined: SeriesForecast
  /** The next rows together with what has come so far. */
  total(soFar: number, rows: number): Total
}

/** Charge by charge; as one series of `points` where what is charged by the day is too little to look ahead from. */
export function lookAhead(
  charges: readonly ChargeSeries[],
  points: readonly SeriesPoint[],
  order: SpendOrder,
): CombinedForecast | null {
  const spend = forecastSpend(charges, order)
  if (spend) {
    return { spend, combined: combineSpend(spend), total: (soFar, rows) => totalSpend(soFar, spend, rows) }
  }
  const knownPoints = points.filter(({ at }) => at < order.until)
  const forecast = forecastSeries(knownPoints, { horizon: order.horizon })
  if (!forecast) return null
  const combined = order.adjust ? order.adjust(forecast) : forecast
  return { spend: null, combined, total: (soFar, rows) => totalOf(soFar, combined, rows) }
}
