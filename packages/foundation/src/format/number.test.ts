import { expect, test } from 'vitest'
import { counted, formatBytes, formatDuration, formatPercent } from './number.ts'

test('formatPercent marks small values and drops decimals of large ones', () => {
  expect(formatPercent(12.34)).toBe('12.3%')
  expect(formatPercent(0.01)).toBe('<0.1%')
  expect(formatPercent(-0.01)).toBe('>-0.1%')
  expect(formatPercent(0)).toBe('0.0%')
  expect(formatPercent(4.2, { signed: true })).toBe('+4.2%')
  expect(formatPercent(12345.6)).toBe('12,346%')
})

test('formatBytes uses powers of ten', () => {
  expect(formatBytes(0)).toBe('0 B')
  expect(formatBytes(999)).toBe('999 B')
  expect(formatBytes(1000)).toBe('1 kB')
  expect(formatBytes(12_400_000)).toBe('12.4 MB')
  expect(formatBytes(999_600)).toBe('1 MB')
})

test('formatDuration formats seconds, minutes, and hours', () => {
  expect(formatDuration(0.2)).toBe('0 s')
  expect(formatDuration(200)).toBe('3 min 20 s')
  expect(formatDuration(7500)).toBe('2 h 5 min')
  expect(formatDuration(7199)).toBe('2 h')
})

test('counted uses the plural for every count but one', () => {
  expect(counted(1, 'row')).toBe('1 row')
  expect(counted(1200, 'row')).toBe('1,200 rows')
  expect(counted(2, 'entry', 'entries')).toBe('2 entries')
})
