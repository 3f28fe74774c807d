import { colorAt } from '@kept/ui/charts/palette.ts'
import { expect, test } from 'vitest'
import { stableColors } from './stable-colors.ts'

test('filtering never repaints a value, and lends free colors to the others', () => {
  const ranked = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
  expect(stableColors(ranked, ['a', 'b'])).toEqual({ a: colorAt(0), b: colorAt(1) })
  expect(stableColors(ranked, ['b', 'g'])).toEqual({ b: colorAt(1), g: colorAt(0) })
  const colors = Object.values(stableColors(ranked, ['g', 'h', 'c', 'i', 'j', 'k']))
  expect(new Set(colors).size).toBe(6)
})
