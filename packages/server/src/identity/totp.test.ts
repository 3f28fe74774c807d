import fc from 'fast-check'
import { expect, it } from 'vitest'
import { codeAt, fromBase32, stepOf, stepOfCode, toBase32, totpUri } from './totp.ts'

it('generates the codes of RFC 6238', () => {
  const secret = Buffer.from('12345678901234567890')
  const seconds = [59, 1_111_111_109, 1_111_111_111, 1_234_567_890, 2_000_000_000, 20_000_000_000]
  expect(seconds.map((second) => codeAt(secret, stepOf(second * 1000)))).toEqual([
    '287082',
    '081804',
    '050471',
    '005924',
    '279037',
    '353130',
  ])
})

it('accepts the adjacent codes, and no others', () => {
  const secret = Buffer.alloc(20, 3)
  const now = 1_800_000_000_000
  for (const offset of [-1, 0, 1])
    expect(stepOfCode(secret, codeAt(secret, stepOf(now) + offset), now)).toBe(stepOf(now) + offset)
  for (const offset of [-2, 2]) expect(stepOfCode(secret, codeAt(secret, stepOf(now) + offset), now)).toBeUndefined()
  expect(stepOfCode(secret, '', now)).toBeUndefined()
})

it('formats secrets readably', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ minLength: 5, maxLength: 40 }).filter(({ length }) => length % 5 === 0),
      (bytes) => {
        expect(fromBase32(toBase32(Buffer.from(bytes)))).toEqual(Buffer.from(bytes))
      },
    ),
  )
  expect(totpUri('ABC', 'a b@example.com')).toBe(
    'otpauth://totp/Kept:a%20b%40example.com?secret=ABC&issuer=Kept&algorithm=SHA1&digits=6&period=30',
  )
})
