import { day, type SeriesPoint } from '@kept/domain/series.ts'
import { forecastSeries, type SeriesForecast } from './forecast-series.ts'
import { levels } from './levels.ts'
import { sinceBreak } from './since-break.ts'

/** Two of every weekday: with fewer, a week's rhythm cannot be told from chance. */
const minKnownDays = 14

/** What a forecast of so many days needs to know: as many days as it looks ahead, and two weeks at least. */
export const knownDaysNeeded = (days: number): number => Math.max(minKnownDays, days)

/** The days before that one a forecast of it would be made from: those with a value, since the last long break. */
export const knownBefore = (points: readonly SeriesPoint[], from: number) =>
  sinceBreak(points.filter(({ at }) => at < from))

/**
 * The forecast of days that are over, as it would have been made on the morning of the first: nothing from that day on
 * reaches it. Null where too little was known: a forecast from next to nothing would be held against somebody.
 */
export function forecastMadeThen(
  points: readonly SeriesPoint[],
  { from, days }: { from: number; days: number },
): SeriesForecast | null {
  const knownPoints = knownBefore(points, from)
  const last = knownPoints.at(-1)?.at ?? Number.NEGATIVE_INFINITY
  // Where the days just before are missing, it looks across them to the ones that are asked for.
  const skipped = Math.round((from - last) / day) - 1
  const ahead = skipped + days
  if (knownPoints.length < knownDaysNeeded(ahead)) return null
  const forecast = forecastSeries(knownPoints, { horizon: ahead })
  // A bill that is written once a month is no series of days.
  if (!forecast || forecast.times[skipped] !== from || forecast.times[ahead - 1] !== from + (days - 1) * day)
    return null
  const cut = (rows: readonly number[]) => rows.slice(skipped)
  return {
    ...forecast,
    times: cut(forecast.times),
    point: cut(forecast.point),
    bands: Object.fromEntries(
      levels.map((level) => [
        level,
        { lower: cut(forecast.bands[level].lower), upper: cut(forecast.bands[level].upper) },
      ]),
    ) as SeriesForecast['bands'],
  }
}
