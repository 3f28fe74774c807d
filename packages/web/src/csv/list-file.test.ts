import { expect, test } from 'vitest'
import { fileOf, listOf } from './list-file.ts'

interface Row {
  name: string
  cost: string | null
  share: number
  open: boolean
  tags: string[]
}
const rows: Row[] = [
  { name: '=cmd()', cost: '0.000000000000000000000000000001', share: -1e-7, open: true, tags: ['a', 'b'] },
  { name: 'b', cost: null, share: 12_345.5, open: false, tags: [] },
]
const list = listOf(rows, [
  ['Name', 'name'],
  ['Cost', 'cost'],
  ['Share', 'share'],
  ['Open', 'open'],
  ['Tags', ({ tags }) => tags],
])

test('fileOf writes CSV with every digit, escaped formulas, empty unknown values, and no exponents', () => {
  const file = fileOf('things', list, 'csv', new Date(2026, 10, 2, 23, 59))
  expect(file.name).toBe('things-2026-11-02.csv')
  expect(file.text).toBe(
    "Name,Cost,Share,Open,Tags\r\n'=cmd(),0.000000000000000000000000000001,-0.0000001,yes,a; b\r\nb,,12345.5,no,\r\n",
  )
})

test('fileOf writes the original rows as JSON', () => {
  const file = fileOf('things', list, 'json', new Date(2026, 10, 2))
  expect(file.name).toBe('things-2026-11-02.json')
  expect(JSON.parse(file.text)).toEqual(rows)
})
