import { expect, test } from 'vitest'
import { sortRows } from './sort-rows.ts'

const columns = [{ id: 'n', sortBy: ({ n }: { n?: number | string }) => n }]
const sorted = (rows: { n?: number | string }[], desc: boolean) =>
  sortRows(rows, columns, { id: 'n', desc }).map(({ n }) => n)

test('sortRows sorts numbers and natural text, with unknown values last in both directions', () => {
  expect(sorted([{ n: 2 }, {}, { n: 10 }, { n: 1 }], false)).toEqual([1, 2, 10, undefined])
  expect(sorted([{ n: 2 }, {}, { n: 10 }, { n: 1 }], true)).toEqual([10, 2, 1, undefined])
  expect(sorted([{ n: 'web-10' }, { n: 'Web-9' }], false)).toEqual(['Web-9', 'web-10'])
})

test('sortRows keeps the order without a sortable column', () => {
  const rows = [{ n: 2 }, { n: 1 }]
  expect(sortRows(rows, columns, undefined)).toEqual(rows)
  expect(sortRows(rows, columns, { id: 'other', desc: true })).toEqual(rows)
})
