import { expect, test } from 'vitest'
import { countdown, saidAloud, secondsUntil } from './session-end.ts'

test('counts down to nothing, never below', () => {
  const end = '2026-03-01T10:00:00.000Z'
  const at = (time: string) => secondsUntil(end, Date.parse(`2026-03-01T${time}Z`))
  expect([at('09:58:00.000'), at('09:58:54.100'), at('09:59:59.999'), at('10:00:05.000')]).toEqual([120, 66, 1, 0])
  expect([120, 66, 9, 0].map(countdown)).toEqual(['2:00', '1:06', '0:09', '0:00'])
})

test('is said aloud four times in two minutes', () => {
  const said = Array.from({ length: 121 }, (_, second) => saidAloud(120 - second))
  expect(new Set(said).size).toBe(4)
  expect([said[0], said[59], said[60], said[90], said[110], said[120]]).toEqual([
    'You will be signed out in two minutes.',
    'You will be signed out in two minutes.',
    'You will be signed out in one minute.',
    'You will be signed out in half a minute.',
    'You will be signed out in ten seconds.',
    'You will be signed out in ten seconds.',
  ])
})
