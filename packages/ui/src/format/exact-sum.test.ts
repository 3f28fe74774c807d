import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sumExact } from './exact-sum.ts'

test('sumExact adds decimals without float errors', () => {
  expect(sumExact(['0.1', '0.2'])).toBe('0.3')
  expect(sumExact(['-0.05', '0.04'])).toBe('-0.01')
  expect(sumExact([])).toBe('0')
  expect(() => sumExact(['1e5'])).toThrow('plain decimal')
})

test('sumExact equals integer addition at any scale', () => {
  const amount = fc.tuple(fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }), fc.integer({ min: 0, max: 12 }))
  fc.assert(
    fc.property(fc.array(amount, { maxLength: 8 }), (pairs) => {
      const expected = pairs.reduce((total, [units, scale]) => total + units * 10n ** BigInt(12 - scale), 0n)
      const total = sumExact(pairs.map(([units, scale]) => write(units, scale)))
      expect(BigInt(total.replace('.', '')) * 10n ** BigInt(12 - (total.split('.')[1]?.length ?? 0))).toBe(expected)
    }),
  )
})

function write(units: bigint, scale: number): string {
  const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, '0')
  return `${units < 0n ? '-' : ''}${digits.slice(0, digits.length - scale)}${scale ? `.${digits.slice(-scale)}` : ''}`
}
