import { expect, test } from 'vitest'
import { formatDay, formatWindow, inWindow } from './day.ts'

test('formatWindow shortens windows with an exclusive end', () => {
  expect(formatWindow('2018-10-01', '2018-11-01')).toBe('October 2018')
  expect(formatWindow('2018-10-01', '2018-10-16')).toBe('Oct 1 – 15, 2018')
  expect(formatWindow('2018-12-20', '2019-01-05')).toBe('Dec 20, 2018 – Jan 4, 2019')
  expect(formatWindow('2018-10-05', '2018-10-06')).toBe('Oct 5, 2018')
  expect(formatWindow('2018-01-01', '2019-01-01')).toBe('2018')
  expect(formatWindow('2018-10-01', '2019-02-01')).toBe('Oct 2018 – Jan 2019')
})

test('inWindow formats windows for a sentence', () => {
  expect(inWindow('2018-10-01', '2018-11-01')).toBe('in October 2018')
  expect(inWindow('2018-10-01', '2018-10-16')).toBe('from Oct 1 to 15, 2018')
  expect(inWindow('2018-10-05', '2018-10-06')).toBe('on Oct 5, 2018')
  expect(inWindow('2018-01-01', '2019-01-01')).toBe('in 2018')
})

test('formatDay formats a day in UTC across daylight saving changes', () => {
  expect(formatDay('2026-03-29')).toBe('Mar 29, 2026')
})
