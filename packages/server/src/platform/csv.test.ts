import { expect, it } from 'vitest'
import { csvLine } from './csv.ts'

it('quotes what must be quoted', () => {
  expect(csvLine(['a', 'b,c', 'say "so"', 'two\nlines', null, 3])).toBe('a,"b,c","say ""so""","two\nlines",,3\r\n')
})

it('disarms formulas and leaves negative amounts alone', () => {
  expect(csvLine(['=1+1', '@SUM(A1)', '-12.50', '-cmd|calc', '+3', '\t=1'])).toBe(
    "'=1+1,'@SUM(A1),-12.50,'-cmd|calc,+3,'\t=1\r\n",
  )
})

it('disarms what a spreadsheet reads as a formula although it looks different', () => {
  for (const cell of [
    '＝1+1',
    '＋1|cmd',
    '－1|cmd',
    '＠SUM(A1)',
    '﹦1+1',
    '﹫SUM(A1)',
    ' =1+1',
    '\u200b=1+1',
    '\ufeff=1+1',
    '\u00a0=1+1',
  ])
    expect(csvLine([cell])).toBe(`'${cell}\r\n`)
  expect(csvLine(['\n=1+1'])).toBe(`"'\n=1+1"\r\n`)
})
