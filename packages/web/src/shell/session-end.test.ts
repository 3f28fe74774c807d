import { expect, test } from 'vitest'
import { announceTime, countdown, secondsUntil } from './session-end.ts'

test('counts down to nothing, never below', () => {
  const end = '2026-03-01T10:00:00.000Z'
  const secondsAt = (time: string) => secondsUntil(end, Date.parse(`2026-03-01T${time}Z`))
  expect([
    secondsAt('09:58:00.000'),
    secondsAt('09:58:54.100'),
    secondsAt('09:59:59.999'),
    secondsAt('10:00:05.000'),
  ]).toEqual([120, 66, 1, 0])
  expect([120, 66, 9, 0].map(countdown)).toEqual(['2:00', '1:06', '0:09', '0:00'])
})

test('is said aloud four times in two minutes', () => {
  const announcements = Array.from({ length: 121 }, (_, second) => announceTime(120 - second))
  expect(new Set(announcements).size).toBe(4)
  expect([
    announcements[0],
    announcements[59],
    announcements[60],
    announcements[90],
    announcements[110],
    announcements[120],
  ]).toEqual([
    'You will be signed out in two minutes.',
    'You will be signed out in two minutes.',
    'You will be signed out in one minute.',
    'You will be signed out in 30 seconds.',
    'You will be signed out in 10 seconds.',
    'You will be signed out in 10 seconds.',
  ])
})
