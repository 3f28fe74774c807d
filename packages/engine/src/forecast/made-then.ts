import { day, type SeriesPoint } from '@kept/domain/series.ts'
import { forecastSeries, type SeriesForecast } from './forecast-series.ts'
import { levels } from './levels.ts'
import { sinceBreak } from './since-break.ts'

/** Two of every weekday: with fewer, a week's rhythm cannot be told from chance. */
const leastKnownDays = 14

/** What a forecast of so many days needs to know: as many days as it looks ahead, and two weeks at least. */
export const knownDaysNeeded = (days: number): number => Math.max(leastKnownDays, days)

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
  const known = knownBefore(points, from)
  const last = known.at(-1)?.at ?? Number.NEGATIVE_INFINITY
  // Where the days just before are missing, it looks across them to the ones that are asked for.
  const skipped = Math.round((from - last) / day) - 1
  const ahead = skipped + days
  if (known.length < knownDaysNeeded(ahead)) return null
  const made = forecastSeries(known, { horizon: ahead })
  // A bill that is written once a month is no series of days.
  if (!made || made.times[skipped] !== from || made.times[ahead - 1] !== from + (days - 1) * day) return null
  const cut = (rows: readonly number[]) => rows.slice(skipped)
  return {
    ...made,
    times: cut(made.times),
    point: cut(made.point),
    bands: Object.fromEntries(
      levels.map((level) => [level, { lower: cut(made.bands[level].lower), upper: cut(made.bands[level].upper) }]),
    ) as SeriesForecast['bands'],
  }
}
