import type { SeriesPoint } from '@kept/domain/series.ts'
import { sinceBreak } from './since-break.ts'

/** Two of every weekday: with fewer, a week's rhythm cannot be told from chance. */
const minKnownDays = 14

/** What a forecast of so many days needs to know: as many days as it looks ahead, and two weeks at least. */
export const knownDaysNeeded = (days: number): number => Math.max(minKnownDays, days)

/** The days before that one a forecast of it would be made from: those with a value, since the last long break. */
export const knownBefore = (points: readonly SeriesPoint[], from: number) =>
  sinceBreak(points.filter(({ at }) => at < from))
