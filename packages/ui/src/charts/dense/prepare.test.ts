import { expect, test } from 'vitest'
import { prepareBars } from '../bars/prepare.ts'
import { isDense, layOut } from './prepare.ts'

const prepared = prepareBars(
  [
    { x: 'd1', key: 'use', name: 'Use', value: '60' },
    { x: 'd1', key: 'more', name: 'More', value: '40' },
    { x: 'd1', key: 'credit', name: 'Credit', value: '-20' },
    { x: 'd3', key: 'use', name: 'Use', value: '20' },
  ],
  ['d1', 'd2', 'd3'],
)

const names = ['d1', 'd2', 'd3']

test('layOut puts charges above zero and credits below, and draws no bar for a gap', () => {
  const { plot, bars, rules } = layOut(prepared, 360, 300, names)
  const zero = rules.find(({ tick }) => tick === 0)!.y
  const [use, last, more, credit] = bars
  expect(bars).toHaveLength(4)
  expect(use!.y + use!.height).toBeCloseTo(zero)
  expect(more!.y + more!.height).toBeCloseTo(use!.y)
  expect(credit!.y).toBeCloseTo(zero)
  expect(use!.height / more!.height).toBeCloseTo(1.5)
  expect(last!.x).toBeCloseTo(plot.left + (plot.width / 3) * 2)
  expect(use!.color).not.toBe(more!.color)
})

test('isDense is false for a month and true for three years of seven series', () => {
  const size = (series: number, columns: number) =>
    isDense({ series: Array(series).fill({}), columns: Array(columns).fill({}) })
  expect(size(7, 31)).toBe(false)
  expect(size(7, 1095)).toBe(true)
})
