import { expect, test } from 'vitest'
import { rings } from './notification-kinds.ts'

test('everything rings unless it was turned off', () => {
  expect(rings('recommendations', undefined)).toBe(true)
  expect(rings('recommendations', 'nonsense')).toBe(true)
  expect(rings('recommendations', { import_done: false })).toBe(true)
  expect(rings('recommendations', { recommendations: false })).toBe(false)
})
