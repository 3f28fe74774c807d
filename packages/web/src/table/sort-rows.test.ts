import { expect, test } from 'vitest'
import { sortRows } from './sort-rows.ts'

const columns = [{ id: 'n', sortBy: ({ n }: { n?: number | string }) => n }]
const sorted = (rows: { n?: number | string }[], desc: boolean) =>
  sortRows(rows, columns, { id: 'n', desc }).map(({ n }) => n)

test('numbers by size, words as people read them, what is unknown last either way', () => {
  expect(sorted([{ n: 2 }, {}, { n: 10 }, { n: 1 }], false)).toEqual([1, 2, 10, undefined])
  expect(sorted([{ n: 2 }, {}, { n: 10 }, { n: 1 }], true)).toEqual([10, 2, 1, undefined])
  expect(sorted([{ n: 'web-10' }, { n: 'Web-9' }], false)).toEqual(['Web-9', 'web-10'])
})

test('without an order, or by a column that has none, rows stay as they came', () => {
  const rows = [{ n: 2 }, { n: 1 }]
  expect(sortRows(rows, columns, undefined)).toEqual(rows)
  expect(sortRows(rows, columns, { id: 'other', desc: true })).toEqual(rows)
})
