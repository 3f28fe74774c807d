import type { ReportSchedule } from '@kept/domain/report.ts'
import { expect, test } from 'vitest'
import { describeSchedule } from './schedule-text.ts'

const schedule: ReportSchedule = {
  ...{ frequency: 'weekly', time: '08:00', time_zone: 'Europe/Berlin', weekday: 1, day_of_month: 31, enabled: true },
  ...{ formats: ['pdf'], recipients: [], channels: [] },
}

test('describeSchedule names the day, the time and the zone', () => {
  const described = (change: Partial<ReportSchedule>) => describeSchedule({ ...schedule, ...change })
  expect(described({})).toBe('Every Monday at 08:00, Europe/Berlin.')
  expect(described({ frequency: 'monthly' })).toBe('On the last day of each month at 08:00, Europe/Berlin.')
  expect(described({ frequency: 'daily', enabled: false })).toBe('Every day at 08:00, Europe/Berlin (paused).')
  expect(describeSchedule(null)).toBe('Not scheduled.')
})
