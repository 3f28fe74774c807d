/** What the distance between rows says about a series: its season, and which earlier rows predict the next. */
import { day, hour } from '@kept/domain/series.ts'

/** Rows of one season. Weeks have none: years of weeks are rarely long enough, and their lags carry it. */
export function seasonOf(step: number): number {
  if (step <= 0) return 1
  if (step < day) return Math.max(1, Math.round(day / step))
  if (isDaily(step)) return 7
  return isMonthly(step) ? 12 : 1
}

/** Earlier rows to look at, rising. */
export function lagsOf(step: number, season: number): number[] {
  if (isDaily(step) && season === 7) return [...upTo(8), 13, 14, 15, 21, 28, 364, 365, 366]
  if (isWeekly(step)) return [...upTo(13), ...lagsAround(52), ...lagsAround(104)]
  if (season === 1) return upTo(8)
  // Within days the week counts too.
  const week = step > 0 && step <= hour && Math.abs(season * step - day) < hour ? lagsAround(7 * season) : []
  const lags = new Set([...upTo(3), ...lagsAround(season), ...lagsAround(2 * season), ...week])
  return [...lags].filter((lag) => lag > 0).sort((a, b) => a - b)
}

export const isDaily = (step: number) => Math.abs(step - day) < day / 4
export const isMonthly = (step: number) => step > 27 * day && step < 32 * day
const isWeekly = (step: number) => Math.abs(step - 7 * day) < day / 2

const upTo = (last: number) => Array.from({ length: last }, (_, i) => i + 1)
const lagsAround = (lag: number) => [lag - 1, lag, lag + 1]
