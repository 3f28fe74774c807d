import { expect, test } from 'vitest'
import { heightOf, middleOf, namesUnder, placeAt, plotIn } from './plot.ts'

const plot = plotIn(1000, 300)

test('heightOf maps the first tick to the bottom and the last to the top', () => {
  const y = heightOf(plot, [-100, 0, 100])
  expect(y(100)).toBe(plot.top)
  expect(y(-100)).toBe(plot.top + plot.height)
  expect(y(0)).toBe(plot.top + plot.height / 2)
})

test('middleOf centers columns and a single point, and spreads points to both edges', () => {
  expect(middleOf(plot, 4, 'columns')(0)).toBe(plot.left + plot.width / 8)
  const points = middleOf(plot, 4, 'points')
  expect([points(0), points(3)]).toEqual([plot.left, plot.left + plot.width])
  expect(middleOf(plot, 1, 'points')(0)).toBe(plot.left + plot.width / 2)
})

test.each(['columns', 'points'] as const)('placeAt finds the position under the pointer for %s', (placing) => {
  const middle = middleOf(plot, 31, placing)
  for (let index = 0; index < 31; index += 1) expect(placeAt(plot, 31, placing, middle(index))).toBe(index)
  expect(placeAt(plot, 31, placing, 3)).toBeNull()
  expect(placeAt(plot, 0, placing, 500)).toBeNull()
})

test('namesUnder keeps labels apart and inside the chart', () => {
  const names = Array.from({ length: 31 }, (_, day) => `Oct ${day + 1}`)
  const wideLabels = namesUnder(plot, names, 'columns')
  const narrow = namesUnder(plotIn(320, 300), names, 'columns')
  expect(wideLabels.length).toBeGreaterThan(narrow.length)
  for (const labels of [wideLabels, narrow]) {
    labels.slice(1).forEach(({ x }, index) => {
      expect(x - (labels[index]?.x ?? 0)).toBeGreaterThan(40)
    })
  }
  const last = namesUnder(plot, ['January 2026', 'February 2026'], 'points').at(-1)
  expect((last?.x ?? 0) + 'February 2026'.length * 3.3).toBeLessThanOrEqual(1000)
})
