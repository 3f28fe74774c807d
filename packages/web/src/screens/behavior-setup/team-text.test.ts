import { expect, it } from 'vitest'
import { describeTeam, emptyTeam, readDays } from './team-text.ts'

it('says a team’s week in one line', () => {
  expect(describeTeam(emptyTeam('search'))).toBe('Mon, Tue, Wed, Thu, Fri 09:00 to 18:00, UTC; no public holidays')
  const { calendar } = emptyTeam('x')
  const team = {
    team_name: 'search',
    member_count: 4,
    calendar: {
      ...calendar,
      ...{ time_zone: 'Asia/Kathmandu', country: 'DE', region: 'BY', holidays: ['2026-12-24'] },
      weekend_days: ['friday' as const, 'saturday' as const],
    },
  }
  expect(describeTeam(team)).toBe(
    'Mon, Tue, Wed, Thu, Sun 09:00 to 18:00, Asia/Kathmandu; holidays of DE BY; 1 team day off; 4 members',
  )
})

it('reads days in any notation, and reports what is no day', () => {
  expect(readDays('2026-12-24\n2026-12-31, 2026-12-24')).toEqual({
    days: ['2026-12-24', '2026-12-31'],
    invalidDay: null,
  })
  expect(readDays('2026-02-30').invalidDay).toBe('2026-02-30')
  expect(readDays('Christmas').invalidDay).toBe('Christmas')
  expect(readDays('')).toEqual({ days: [], invalidDay: null })
})
