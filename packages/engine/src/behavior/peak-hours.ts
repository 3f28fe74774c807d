/** The hours of the day in which most of the work is done, as ranges of local time. */
import type { HourRange } from '@kept/domain/environment.ts'
import { clockOfMinutes } from '@kept/domain/work-calendar.ts'
import type { EnvironmentGrid } from './measure.ts'
import { perHour, type QuarterSpan } from './quarters.ts'
import { mod, type TeamCalendar } from './team-calendar.ts'

/** An hour belongs to the peak when it holds at least this share of what the busiest hour holds. */
const peakShare = 0.75

/** No use in any hour of the day: every hour is there, since of an hour that is not no most can be told. */
export function noUse(): number[] {
  return Array.from({ length: 24 }, () => 0)
}

/** Quarters of use by local hour of the day. */
export function addUseByHour(
  totals: number[],
  { used, running }: EnvironmentGrid,
  { weekSlot, span }: TeamCalendar,
  over: QuarterSpan,
): void {
  for (let quarter = over.from - span.from; quarter < over.to - span.from; quarter += 1) {
    if (used[quarter] !== 1 || running[quarter] !== 1) continue
    const hour = Math.floor((weekSlot[quarter] ?? 0) / perHour) % 24
    totals[hour] = (totals[hour] ?? 0) + 1
  }
}

/** A range may run over midnight; then its end is before its start. Empty when there was no work. */
export function peakHours(useByHour: readonly number[]): HourRange[] {
  const maxUse = Math.max(0, ...useByHour)
  if (maxUse === 0) return []
  const isPeak = Array.from({ length: 24 }, (_, hour) => (useByHour[hour] ?? 0) >= peakShare * maxUse)
  if (isPeak.every(Boolean)) return [{ start: '00:00', end: '24:00' }]
  const starts = isPeak.flatMap((peak, hour) => (peak && !isPeak[mod(hour - 1, 24)] ? [hour] : []))
  return starts.map((start) => {
    let end = start + 1
    while (isPeak[end % 24]) end += 1
    return { start: clockOfMinutes(start * 60), end: clockOfMinutes((end > 24 ? end - 24 : end) * 60) }
  })
}
