import { describe, expect, it } from 'vitest'
import { hashPassword, verifyPassword } from './password-hash.ts'

describe('verifyPassword', () => {
  it('accepts the passwords it hashed and no other', async () => {
    const stored = await hashPassword('plum tractor october')
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(await verifyPassword(stored, 'plum tractor october')).toBe(true)
    expect(await verifyPassword(stored, 'plum tractor November')).toBe(false)
  })

  it('accepts a hash of another program with other parameters', async () => {
    // The reference implementation: echo -n password | argon2 somesalt -id -t 2 -m 16 -p 1 -l 32
    const stored = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc'
    expect(await verifyPassword(stored, 'password')).toBe(true)
    expect(await verifyPassword(stored, 'passwort')).toBe(false)
  })

  it('throws on a hash of an unknown format', async () => {
    await expect(verifyPassword('plain text', 'plain text')).rejects.toThrow('unknown format')
  })
})
