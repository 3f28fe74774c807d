import { expect, test } from 'vitest'
import { prepareBars } from './prepare.ts'
import { stack } from './stack.ts'

test('stack puts charges above zero and credits below, and skips days without data', () => {
  const prepared = prepareBars(
    [
      { x: 'd1', key: 'use', name: 'Use', value: '60' },
      { x: 'd1', key: 'more', name: 'More', value: '40' },
      { x: 'd1', key: 'credit', name: 'Credit', value: '-20' },
      { x: 'd3', key: 'use', name: 'Use', value: '20' },
    ],
    ['d1', 'd2', 'd3'],
  )
  expect(prepared.series.map(({ key }) => key)).toEqual(['use', 'more', 'credit'])
  expect(stack(prepared)).toEqual([
    [
      { columnIndex: 0, from: 0, to: 60 },
      { columnIndex: 2, from: 0, to: 20 },
    ],
    [{ columnIndex: 0, from: 60, to: 100 }],
    [{ columnIndex: 0, from: 0, to: -20 }],
  ])
})
