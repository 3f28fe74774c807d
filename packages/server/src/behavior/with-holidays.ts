import { publicHolidays } from '@kept/connectors/activity/public-holidays.ts'
import type { TeamSettings } from '@kept/domain/team.ts'

/** Adds public holidays of a country and the organization's own. */
export function withHolidays(
  team: TeamSettings,
  { first, last }: { first: number; last: number },
  notes: string[],
): TeamSettings {
  const { country, region, holidays } = team.calendar
  if (country === '') return team
  const { dates, skip_reasons } = publicHolidays(country, region, first, last)
  if (skip_reasons) notes.push(`Team ${team.team_name}: ${skip_reasons}`)
  return { ...team, calendar: { ...team.calendar, holidays: [...new Set([...holidays, ...dates])].sort() } }
}
