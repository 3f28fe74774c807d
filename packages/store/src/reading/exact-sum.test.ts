import { add, decimal } from '@kept/foundation/decimal.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { ExactSum } from './exact-sum.ts'

function sumOf(texts: string[]): string | null | undefined {
  const sum = new ExactSum()
  const isPlain = texts.every((text) => sum.add(Buffer.from(`,${text},`), 1, 1 + text.length))
  return isPlain ? sum.total() : undefined
}

const digits = (min: number, max: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: min, maxLength: max })
const written = fc
  .tuple(fc.constantFrom('', '-'), digits(1, 30), digits(0, 28), fc.constantFrom('', 'e-7', 'E-02', 'e+0'))
  .map(([sign, integer, part, exponent]) => `${sign}${integer}${part && `.${part}`}${exponent}`)

it('adds decimals of any length exactly', () => {
  fc.assert(
    fc.property(fc.array(written, { minLength: 1 }), (texts) => {
      expect(sumOf(texts)).toBe(decimal(texts.reduce(add, '0')))
    }),
  )
})

it('stays exact where a double would not', () => {
  const many = Array.from({ length: 5_000 }, () => '999999999999999')
  expect(sumOf([...many, '0.00000000000000000000000000000000000001'])).toBe(
    '4999999999999995000.00000000000000000000000000000000000001',
  )
  expect(sumOf(many.map((text) => `-${text}`))).toBe('-4999999999999995000')
})

it('takes cells of any length', () => {
  const zeros = '0'.repeat(1_000_000)
  expect(sumOf([`${zeros}12345678901234567890`, `${zeros}1.5`])).toBe('12345678901234567891.5')
  expect(sumOf([`1e${zeros}`])).toBeUndefined()
})

it('keeps a sum of nothing apart from zero', () => {
  expect(sumOf(['', 'NULL', 'null', '\\N'])).toBeNull()
  expect(sumOf(['', '0.00'])).toBe('0')
})

it('refuses what readers may understand differently', () => {
  const odd = ['-', '.5', '5.', '+5', '1.2.3', '1,5', '$5', '(5)', ' 5', '5 ', '0x5', 'e5', '1e', '1e5', 'nan', 'NULLS']
  for (const text of [...odd, '1e-39', `1${'0'.repeat(37)}`, '5"']) expect(sumOf(['1', text]), text).toBeUndefined()
})
