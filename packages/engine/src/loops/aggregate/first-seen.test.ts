/** What has been there since the record began, and what came later. */
import { expect, it } from 'vitest'
import { FirstSeen } from './first-seen.ts'

it('tells how long after the beginning of the record something was first seen', () => {
  const seen = new FirstSeen(2)
  seen.begin(100)
  seen.begin(90)
  expect(seen.after('a', 103)).toBe(3)
  expect(seen.after('a', 150)).toBe(3)
  expect(seen.after('b', 120)).toBe(20)
  // Beyond the limit nothing is remembered: everything is new.
  expect(seen.after('c', 130)).toBe(30)
  expect(seen.after('c', 140)).toBe(40)
})

it('takes everything for new before the record begins', () => {
  expect(new FirstSeen(1).after('a', 5)).toBe(Number.POSITIVE_INFINITY)
})
