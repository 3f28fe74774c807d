import { describe, expect, it } from 'vitest'
import { issuerOf } from './issuer.ts'

describe('issuerOf', () => {
  it.each([
    ['https://kept.example.com', 'https://kept.example.com'],
    ['https://Kept.Example.com/', 'https://kept.example.com'],
    ['https://example.com/kept', 'https://example.com/kept'],
    ['https://example.com:443/kept/', 'https://example.com/kept'],
  ])('is the public URL, as tokens name it: %s', (publicUrl, issuer) => {
    expect(issuerOf({ publicUrl })).toEqual({ issuer, unavailableReason: '' })
  })

  it.each([
    [undefined, /set KEPT_PUBLIC_URL to its https address\.$/],
    ['http://kept.example.com', /instead of http:\/\/kept\.example\.com\.$/],
    ['https://localhost', /instead of localhost\.$/],
    ['https://kept', /instead of kept\.$/],
    ['https://kept.corp', /instead of kept\.corp\.$/],
    ['https://kept.internal', /instead of kept\.internal\.$/],
    ['https://kept.internal.', /instead of kept\.internal\.\.$/],
    ['https://10.0.0.7', /instead of 10\.0\.0\.7\.$/],
    ['https://[2001:db8::1]', /instead of \[2001:db8::1\]\.$/],
    ['https://kept.example.com:8443', /without the port of kept\.example\.com:8443\.$/],
  ])('is not there for an address that no cloud reaches: %s', (publicUrl, reason) => {
    const { issuer, unavailableReason } = issuerOf({ publicUrl })
    expect(issuer).toBeUndefined()
    expect(unavailableReason).toMatch(reason)
    // One sentence.
    expect(unavailableReason.replaceAll(/\.(?=\S)/g, '').match(/\./g)).toHaveLength(1)
  })
})
