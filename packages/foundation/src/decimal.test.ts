import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { add, compare, decimal, divide, isDecimal, multiply, negate, subtract, sum, toPlaces } from './decimal.ts'

const anyDecimal = fc
  .tuple(fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }), fc.integer({ min: 0, max: 30 }))
  .map(([units, scale]) => decimal(`${units}e-${scale}`))

describe('decimal', () => {
  it.each([
    ['7.0E-10', '0.0000000007'],
    ['0.0000000072922557592391990000', '0.000000007292255759239199'],
    ['-0.00', '0'],
    ['+12.50', '12.5'],
    ['.5', '0.5'],
    ['5.', '5'],
    ['1e3', '1000'],
  ])('reads %s as %s', (text, value) => {
    expect(decimal(text)).toBe(value)
  })

  it.each(['', '.', '-', '1,5', '1.2.3', 'abc', 'NaN', '1e', ' 1', '1e999999'])('refuses %s', (text) => {
    expect(isDecimal(text)).toBe(false)
    expect(() => decimal(text)).toThrow(RangeError)
  })

  it('rounds half to even', () => {
    expect(toPlaces('1.005', 2)).toBe('1.00')
    expect(toPlaces('1.015', 2)).toBe('1.02')
    expect(toPlaces('-1.005', 2)).toBe('-1.00')
    expect(toPlaces('2', 2)).toBe('2.00')
    expect(divide('1', '3', 5)).toBe('0.33333')
    expect(() => divide('1', '0', 2)).toThrow(RangeError)
  })

  it('adds without losing a digit, in any order', () => {
    fc.assert(
      fc.property(fc.array(anyDecimal, { maxLength: 8 }), (amounts) => {
        expect(sum(amounts)).toBe(sum(amounts.toReversed()))
      }),
    )
  })

  it('is a ring: subtraction undoes addition, multiplication distributes', () => {
    fc.assert(
      fc.property(anyDecimal, anyDecimal, anyDecimal, (a, b, c) => {
        expect(subtract(add(a, b), b)).toBe(a)
        expect(multiply(a, add(b, c))).toBe(add(multiply(a, b), multiply(a, c)))
        expect(compare(a, b)).toBe(-compare(b, a) + 0)
        expect(negate(negate(a))).toBe(a)
      }),
    )
  })

  it('keeps integer powers of ten exact whatever the scale', () => {
    fc.assert(
      fc.property(anyDecimal, (a) => {
        expect(decimal(toPlaces(a, 30))).toBe(a)
      }),
    )
  })
})
