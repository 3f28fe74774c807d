import { describe, expect, it } from 'vitest'
import { keyAgeSentence } from './key-age.ts'

const nowMs = Date.parse('2026-11-27T10:00:00Z')
const stored = { kind: 'aws', access_method: 'role', access_changed_at: '2026-08-28T10:00:00.000Z' } as const

describe('keyAgeSentence', () => {
  it('warns of a key after 90 days, with what to do', () => {
    expect(keyAgeSentence(stored, nowMs)).toBe(
      'The stored key is 91 days old: replace it, or sign in by federation, which stores none.',
    )
    expect(keyAgeSentence({ ...stored, kind: 'oci', access_method: 'keys' }, nowMs)).toBe(
      'The stored key is 91 days old: replace it.',
    )
  })

  it('is silent on the 90th day, about a federation, a certificate, and where nothing is stored', () => {
    expect(keyAgeSentence({ ...stored, access_changed_at: '2026-08-29T10:00:00.000Z' }, nowMs)).toBeUndefined()
    expect(keyAgeSentence({ ...stored, access_method: 'federation' }, nowMs)).toBeUndefined()
    expect(keyAgeSentence({ ...stored, access_method: 'certificate' }, nowMs)).toBeUndefined()
    expect(keyAgeSentence({ ...stored, access_method: null, access_changed_at: null }, nowMs)).toBeUndefined()
  })
})
