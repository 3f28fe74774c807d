import { expect, test } from 'vitest'
import { bandBetween, lineThrough } from './outline.ts'

const x = (index: number) => index * 10
const y = (amount: number) => 100 - amount

test('lineThrough interrupts the line at unknown values', () => {
  expect(lineThrough([1, 2, null, 4, null], x, y)).toBe('M0.00 99.00L10.00 98.00M30.00 96.00')
  expect(lineThrough([null, null], x, y)).toBe('')
})

test('bandBetween follows the upper edges and returns along the lower ones', () => {
  expect(bandBetween([null, [1, 3], [2, 4]], x, y)).toBe('M10.00 97.00L20.00 96.00L20.00 98.00L10.00 99.00z')
})
