import { expect, it } from 'vitest'
import { describeSchedule } from './schedule-labels.ts'

const schedule = { kind: 'self' as const, next_run_at: null, updated_by: '', hour: 6, time_zone: 'Europe/Berlin' }

it('describes a schedule', () => {
  expect(describeSchedule({ ...schedule, frequency: 'daily', weekday: null })).toBe('Every day at 06:00, Europe/Berlin')
  expect(describeSchedule({ ...schedule, frequency: 'weekly', weekday: 7 })).toBe(
    'Every Sunday at 06:00, Europe/Berlin',
  )
  expect(describeSchedule({ ...schedule, frequency: 'off', weekday: null })).toBe('Not scanned by schedule')
})
