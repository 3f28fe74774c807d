/** A week schedule as a sentence reads it. */
import type { DayWindow } from '@kept/domain/schedule.ts'
import { weekdays } from '@kept/domain/weekday.ts'

interface DayRange {
  first: DayWindow['day']
  last: DayWindow['day']
  hours: string
}

/** "Monday to Friday 08:00 to 18:00": neighboring days of equal hours together, from Monday on. */
export function describeSchedule(windows: readonly DayWindow[]): string {
  const ranges: DayRange[] = []
  for (const [day, ofDay] of Map.groupBy(windows, (window) => window.day)) {
    const hours = ofDay.map(({ start_time, end_time }) => `${start_time} to ${end_time}`).join(' and ')
    const last = ranges.at(-1)
    // A day off between two days of equal hours separates them.
    if (last?.hours === hours && weekdays.indexOf(day) === weekdays.indexOf(last.last) + 1) last.last = day
    else ranges.push({ first: day, last: day, hours })
  }
  return `On ${ranges.map(formatRange).join(', ')}`
}

function formatRange({ first, last, hours }: DayRange): string {
  return `${first === last ? capitalize(first) : `${capitalize(first)} to ${capitalize(last)}`} ${hours}`
}

function capitalize(day: string): string {
  return day.charAt(0).toUpperCase() + day.slice(1)
}
