import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  isRotationDue,
  PUBLISHED_AFTER_MS,
  PUBLISHED_BEFORE_MS,
  ROTATE_AFTER_MS,
  signingKeyOf,
  withdrawnKeys,
} from './key-times.ts'

const start = Date.parse('2026-11-27T00:00:00Z')
const first = { number: 1, createdMs: start }
const second = { number: 2, createdMs: start + ROTATE_AFTER_MS }

describe('signingKeyOf', () => {
  it('is the first key at once, and the next one a day after it was published', () => {
    expect(signingKeyOf([], start)).toBeUndefined()
    expect(signingKeyOf([first], start)).toBe(first)
    expect(signingKeyOf([first, second], second.createdMs)).toBe(first)
    expect(signingKeyOf([first, second], second.createdMs + PUBLISHED_BEFORE_MS - 1)).toBe(first)
    expect(signingKeyOf([second, first], second.createdMs + PUBLISHED_BEFORE_MS)).toBe(second)
  })
})

describe('withdrawnKeys', () => {
  it('is the previous key, a day after the next one began to sign', () => {
    const end = second.createdMs + PUBLISHED_BEFORE_MS + PUBLISHED_AFTER_MS
    expect(withdrawnKeys([first, second], end - 1)).toEqual([])
    expect(withdrawnKeys([first, second], end)).toEqual([first])
    expect(withdrawnKeys([first], end)).toEqual([])
  })

  it('never has a key that signed a token less than a day ago, whatever the rotations', () => {
    const gaps = fc.array(fc.integer({ min: 0, max: 400 * 24 }), { minLength: 1, maxLength: 6 })
    fc.assert(
      fc.property(gaps, fc.integer({ min: 0, max: 2000 * 24 }), fc.integer({ min: 0, max: 24 }), (hours, at, age) => {
        let createdMs = start
        const keys = hours.map((gap, index) => {
          createdMs += gap * 3_600_000
          return { number: index + 1, createdMs }
        })
        const nowMs = start + at * 3_600_000
        const signed = nowMs - age * 3_600_000
        const signer = signingKeyOf(
          keys.filter((key) => key.createdMs <= signed),
          signed,
        )
        if (signer && age < 24)
          expect(
            withdrawnKeys(
              keys.filter((key) => key.createdMs <= nowMs),
              nowMs,
            ),
          ).not.toContain(signer)
      }),
      { numRuns: Number(process.env.KEPT_KEY_RUNS ?? 300) },
    )
  })
})

describe('isRotationDue', () => {
  it('is after 90 days, and not while the next key waits for its turn', () => {
    expect(isRotationDue([], start)).toBe(false)
    expect(isRotationDue([first], start + ROTATE_AFTER_MS - 1)).toBe(false)
    expect(isRotationDue([first], start + ROTATE_AFTER_MS)).toBe(true)
    expect(isRotationDue([first, second], start + ROTATE_AFTER_MS)).toBe(false)
  })
})
