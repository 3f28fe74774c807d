import { publicHolidays } from '@kept/connectors/activity/public-holidays.ts'
import type { TeamSettings } from '@kept/domain/team.ts'

/** A country's public holidays, and the company's own beside them. */
export function withHolidays(
  team: TeamSettings,
  { first, last }: { first: number; last: number },
  notes: string[],
): TeamSettings {
  const { country, region, holidays } = team.calendar
  if (country === '') return team
  const { dates, why_not } = publicHolidays(country, region, first, last)
  if (why_not) notes.push(`Team ${team.team_name}: ${why_not}`)
  return { ...team, calendar: { ...team.calendar, holidays: [...new Set([...holidays, ...dates])].sort() } }
}
