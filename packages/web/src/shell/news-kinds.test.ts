import { expect, test } from 'vitest'
import { rings } from './news-kinds.ts'

test('everything rings unless it was turned off', () => {
  expect(rings('findings', undefined)).toBe(true)
  expect(rings('findings', 'nonsense')).toBe(true)
  expect(rings('findings', { import_done: false })).toBe(true)
  expect(rings('findings', { findings: false })).toBe(false)
})
