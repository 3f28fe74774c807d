/** Six teams in six time zones, two of them off the half hour, three with weekends of their own. */
import type { TeamSettings } from '@kept/domain/team.ts'
import { type WorkCalendarInput, workCalendarSchema } from '@kept/domain/work-calendar.ts'

export const worldTeams: TeamSettings[] = [
  team('payments', {
    time_zone: 'America/Los_Angeles',
    country: 'US',
    holidays: ['2026-09-07', '2026-10-12', '2026-11-11', '2026-11-26'],
  }),
  team('search', {
    time_zone: 'Europe/Berlin',
    country: 'DE',
    region: 'BY',
    work_hours: { start: '08:30', end: '17:30' },
    holidays: ['2026-10-03', '2026-11-01', '2026-12-25'],
  }),
  team('mobile', {
    time_zone: 'Asia/Riyadh',
    weekend_days: ['friday', 'saturday'],
    work_hours: { start: '08:00', end: '17:00' },
    holidays: ['2026-09-23'],
  }),
  team('platform', {
    time_zone: 'Asia/Kathmandu',
    weekend_days: ['saturday'],
    work_hours: { start: '10:00', end: '18:00' },
    holidays: ['2026-09-19', '2026-10-19', '2026-10-20', '2026-10-21', '2026-11-08'],
  }),
  team('models', { time_zone: 'Australia/Lord_Howe', holidays: ['2026-10-05'] }),
  team('atlantic', {
    time_zone: 'America/St_Johns',
    work_hours: { start: '12:00', end: '21:00' },
    holidays: ['2026-10-12'],
  }),
]

function team(team_name: string, calendar: WorkCalendarInput): TeamSettings {
  return { team_name, calendar: workCalendarSchema.parse(calendar), member_count: null }
}
