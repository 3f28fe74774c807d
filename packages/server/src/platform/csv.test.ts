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
