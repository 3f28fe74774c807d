import { describe, expect, it } from 'vitest'
import { peakHours } from './peak-hours.ts'

const day = (hours: Record<number, number>) => Array.from({ length: 24 }, (_, hour) => hours[hour] ?? 0)

describe('peakHours', () => {
  it.each([
    ['no work', day({}), []],
    ['one hour', day({ 9: 4 }), [{ start: '09:00', end: '10:00' }]],
    ['three quarters of the busiest hour', day({ 9: 4, 10: 3 }), [{ start: '09:00', end: '11:00' }]],
    ['less than three quarters of it', day({ 9: 400, 10: 299 }), [{ start: '09:00', end: '10:00' }]],
    ['the last hour', day({ 23: 4 }), [{ start: '23:00', end: '24:00' }]],
    ['the first hour', day({ 0: 4 }), [{ start: '00:00', end: '01:00' }]],
    ['a night', day({ 22: 4, 23: 4, 0: 4, 1: 4 }), [{ start: '22:00', end: '02:00' }]],
    ['every hour', new Array<number>(24).fill(2), [{ start: '00:00', end: '24:00' }]],
    [
      'two ranges',
      day({ 8: 4, 9: 4, 14: 4 }),
      [
        { start: '08:00', end: '10:00' },
        { start: '14:00', end: '15:00' },
      ],
    ],
  ])('of %s', (_, useByHour, ranges) => {
    expect(peakHours(useByHour)).toEqual(ranges)
  })
})
