/** The calendar of a team that has set none: Monday to Friday, 09:00 to 18:00 UTC, no holidays. */
import type { Weekday } from './weekday.ts'

interface CalendarDefaults {
  time_zone: string
  country: string
  region: string
  weekend_days: Weekday[]
  work_hours: { start: string; end: string }
  holidays: string[]
}

export const defaultCalendar: CalendarDefaults = {
  time_zone: 'UTC',
  country: '',
  region: '',
  weekend_days: ['saturday', 'sunday'],
  work_hours: { start: '09:00', end: '18:00' },
  holidays: [],
}
