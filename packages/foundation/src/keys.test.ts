import { expect, it } from 'vitest'
import { entriesOf, fromKeys, keysOf } from './keys.ts'

const days = { day: 1, week: 7 }

it('keeps the order of the object', () => {
  expect(keysOf(days)).toEqual(['day', 'week'])
  expect(entriesOf(days)).toEqual([
    ['day', 1],
    ['week', 7],
  ])
})

it('calculates the value of each key', () => {
  expect(fromKeys(keysOf(days), (name) => days[name] * 24)).toEqual({ day: 24, week: 168 })
  expect(fromKeys([], String)).toEqual({})
})
