import fc from 'fast-check'
import { expect, it } from 'vitest'
import { keyHash, keyIdOf, newKey, sameHash } from './key-text.ts'

it('creates unique keys of one format, identified by their id', () => {
  const keys = Array.from({ length: 200 }, newKey)
  expect(new Set(keys.map(({ key }) => key)).size).toBe(200)
  for (const { id, key, hash } of keys) {
    expect(key).toMatch(/^kept_[0-9a-z]{12}_[A-Za-z0-9]{43}_[0-9a-f]{8}$/)
    expect(keyIdOf(key)).toBe(id)
    expect(sameHash(hash, keyHash(key))).toBe(true)
  }
  // 43 letters of 62 are a little more than 256 bits.
  expect(43 * Math.log2(62)).toBeGreaterThan(256)
})

it('detects a mistyped or truncated key without a query', () => {
  const { key } = newKey()
  fc.assert(
    fc.property(fc.nat(key.length - 1), fc.constantFrom(...'abcxyz019AZ_'), (index, character) => {
      const changed = key.slice(0, index) + character + key.slice(index + 1)
      expect(keyIdOf(changed) === undefined || changed === key).toBe(true)
    }),
  )
  expect(keyIdOf(key.slice(0, -1))).toBeUndefined()
  expect(keyIdOf(`${key}\n`)).toBeUndefined()
  expect(sameHash('', '')).toBe(false)
})
