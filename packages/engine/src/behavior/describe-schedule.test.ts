import type { DayWindow } from '@kept/domain/schedule.ts'
import { expect, it } from 'vitest'
import { describeSchedule } from './describe-schedule.ts'

const window = (day: DayWindow['day'], start_time = '08:00', end_time = '18:00'): DayWindow => ({
  day,
  start_time,
  end_time,
})

it.each([
  ['one day', [window('tuesday')], 'On Tuesday 08:00 to 18:00'],
  [
    'neighboring days of equal hours',
    [window('monday'), window('tuesday'), window('wednesday')],
    'On Monday to Wednesday 08:00 to 18:00',
  ],
  [
    'days of equal hours with a day off between them',
    [window('monday'), window('wednesday')],
    'On Monday 08:00 to 18:00, Wednesday 08:00 to 18:00',
  ],
  [
    'neighboring days of different hours',
    [window('monday'), window('tuesday', '09:00'), window('wednesday', '09:00')],
    'On Monday 08:00 to 18:00, Tuesday to Wednesday 09:00 to 18:00',
  ],
  [
    'two windows a day',
    [
      ...[window('monday', '06:00', '11:00'), window('monday', '17:00', '22:00')],
      ...[window('tuesday', '06:00', '11:00'), window('tuesday', '17:00', '22:00')],
    ],
    'On Monday to Tuesday 06:00 to 11:00 and 17:00 to 22:00',
  ],
])('describeSchedule names %s', (_, windows, text) => {
  expect(describeSchedule(windows)).toBe(text)
})
