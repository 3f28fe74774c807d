import { day, type SeriesPoint } from '@kept/domain/series.ts'
import { type ForecastRecord, recordOf } from '../record.ts'
import type { ChargeSeries } from './charge-series.ts'
import { lookAhead } from './look-ahead.ts'

/** How good the last such forecasts were, of the days of everything together. */
export function spendRecord(
  points: readonly SeriesPoint[],
  all: readonly ChargeSeries[],
  rows: number,
): ForecastRecord {
  return recordOf(points, rows, (knownPoints, { horizon }) => {
    const until = (knownPoints.at(-1)?.at ?? 0) + day
    return lookAhead(all, knownPoints, { until, horizon })?.combined ?? null
  })
}
