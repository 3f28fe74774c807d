import { expect, test } from 'vitest'
import { changePercent, sharePercent } from './change.ts'

test('changePercent and sharePercent return percentages, or null without a base', () => {
  expect(changePercent('110', '100')).toBe(10)
  expect(changePercent('-50', '-100')).toBe(50)
  expect(changePercent('1', '3')).toBe(-66.6667)
  expect(changePercent('5', '0')).toBeNull()
  expect(changePercent('5', null)).toBeNull()
  expect(sharePercent('25', '200')).toBe(12.5)
  expect(sharePercent('25', '0')).toBeNull()
})
