/** A team's week in words, and the boxes of its form as settings. */
import { defaultCalendar } from '@kept/domain/default-calendar.ts'
import type { TeamSettings } from '@kept/domain/team.ts'
import { type Weekday, weekdays } from '@kept/domain/weekday.ts'
import { utcDay } from '@kept/foundation/calendar/instant.ts'
import { counted } from '@kept/foundation/format/number.ts'

export function emptyTeam(team_name: string): TeamSettings {
  return { team_name, calendar: defaultCalendar, member_count: null }
}

export function describeTeam({ calendar, member_count }: TeamSettings): string {
  const { time_zone: timeZone, country, region, weekend_days, work_hours, holidays } = calendar
  const work = weekdays.filter((day) => !weekend_days.includes(day))
  const days = work.length === 0 ? 'no working days' : work.map((day) => short(day)).join(', ')
  return [
    `${days} ${work_hours.start} to ${work_hours.end}, ${timeZone}`,
    country === '' ? 'no public holidays' : `holidays of ${region ? `${country} ${region}` : country}`,
    ...(holidays.length === 0 ? [] : [`${counted(holidays.length, 'team day')} off`]),
    ...(member_count === null ? [] : [counted(member_count, 'member')]),
  ].join('; ')
}

export function short(day: Weekday): string {
  return day.charAt(0).toUpperCase() + day.slice(1, 3)
}

/** Days as typed: one on a line, or separated by commas. Reports what is no day. */
export function readDays(text: string): { days: string[]; invalidDay: string | null } {
  const entries = text.split(/[\s,;]+/).filter(Boolean)
  const invalidDay = entries.find((entry) => !isDay(entry)) ?? null
  return { days: [...new Set(entries)].sort(), invalidDay }
}

function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && utcDay(date) === text
}
