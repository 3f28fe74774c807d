/** The periods of a chart: every hour, day, week, or month of a window, with or without costs. */
import { type Grain, grains } from '@kept/domain/cube.ts'
import { addDays, daysBetween, weekdayOf } from '@kept/foundation/calendar/day.ts'
import { startOfMonth } from '@kept/foundation/calendar/month.ts'
import { formatDay, formatDayShort, formatMonth, formatMonthShort, formatWeekday } from '@kept/foundation/format/day.ts'

/** Start of the day, week (Monday), or month that contains a day. */
export function startOf(day: string, grain: Grain): string {
  if (grain === 'hour') return `${day}T00:00:00Z`
  if (grain === 'day') return day
  if (grain === 'week') return addDays(day, -weekdayOf(day))
  return startOfMonth(day)
}

/** Starts of all periods that a window touches; `to` is exclusive. */
export function periodsOf(from: string, to: string, grain: Grain): string[] {
  const periods: string[] = []
  for (let start = startOf(from, grain); start < to; start = next(start, grain)) periods.push(start)
  return periods
}

function next(start: string, grain: Grain): string {
  if (grain === 'hour') return new Date(Date.parse(start) + 3_600_000).toISOString().replace('.000Z', 'Z')
  if (grain === 'day') return addDays(start, 1)
  if (grain === 'week') return addDays(start, 7)
  return startOfMonth(start, 1)
}

/** Longer windows have more hours than a chart or a table can show. */
const MAX_DAYS_BY_HOUR = 31

/** The grains available for a window. */
export function grainsOf({ from, to }: { from: string; to: string }): Grain[] {
  return grains.filter((grain) => grain !== 'hour' || daysBetween(from, to) <= MAX_DAYS_BY_HOUR)
}

/** The default grain: the one that gives a readable number of columns. */
export function grainFor(from: string, to: string): Grain {
  const days = daysBetween(from, to)
  return days <= 100 ? 'day' : days <= 400 ? 'week' : 'month'
}

export function namePeriod(start: string, grain: Grain): { short: string; full: string } {
  if (grain === 'hour') {
    const time = `${start.slice(11, 16)} UTC`
    return { short: start.slice(11, 16), full: `${formatWeekday(start.slice(0, 10))}, ${time}` }
  }
  if (grain === 'day') return { short: formatDayShort(start), full: formatWeekday(start) }
  if (grain === 'week') return { short: formatDayShort(start), full: `Week of ${formatDay(start)}` }
  const bill = grain === 'billing_month' ? ' (billing period)' : ''
  return { short: formatMonthShort(start), full: `${formatMonth(start)}${bill}` }
}

/** Labels of the grains. */
export const grainLabels: Record<Grain, { label: string; adjective: string; noun: string }> = {
  hour: { label: 'Hourly', adjective: 'Hourly', noun: 'hour' },
  day: { label: 'Daily', adjective: 'Daily', noun: 'day' },
  week: { label: 'Weekly', adjective: 'Weekly', noun: 'week' },
  month: { label: 'Monthly', adjective: 'Monthly', noun: 'month' },
  billing_month: { label: 'Billing month', adjective: 'Monthly', noun: 'billing month' },
}
