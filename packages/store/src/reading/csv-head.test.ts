import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readCsvHead } from './csv-head.ts'

it('finds the delimiter from the header, and the number of lines of the header', () => {
  expect(readCsvHead('a,b;x,c\n1,2,3\n', true)).toEqual({
    delimiter: ',',
    header: ['a', 'b;x', 'c'],
    headerLines: 1,
    rows: [['1', '2', '3']],
  })
  expect(readCsvHead('a;b;"c\nd"\r\n1;2;3', true)).toEqual({
    delimiter: ';',
    header: ['a', 'b', 'c\nd'],
    headerLines: 2,
    rows: [['1', '2', '3']],
  })
  expect(readCsvHead('\uFEFFa\tb\n', true)).toMatchObject({ delimiter: '\t', header: ['a', 'b'], rows: [] })
})

it('ignores a last row that may be cut off', () => {
  expect(readCsvHead('a,b\n1,2\n3,', false)?.rows).toEqual([['1', '2']])
  expect(readCsvHead('a,b', false)).toBeUndefined()
  expect(readCsvHead('a,"b\nc', false)).toBeUndefined()
})

it('reads all valid CSV back', () => {
  const cell = fc.string({
    unit: fc.constantFrom('a', 'ü', '"', ',', '\n', '\r\n', ' ', ';'),
    minLength: 1,
    maxLength: 6,
  })
  const quoted = (value: string) => `"${value.replaceAll('"', '""')}"`
  fc.assert(
    fc.property(fc.array(fc.array(cell, { minLength: 3, maxLength: 3 }), { minLength: 1, maxLength: 5 }), (rows) => {
      const head = ['x', 'y', 'z']
      const text = [head, ...rows].map((row) => row.map(quoted).join(',')).join('\n')
      expect(readCsvHead(`${text}\n`, true)).toMatchObject({ delimiter: ',', header: head, rows })
    }),
  )
})
