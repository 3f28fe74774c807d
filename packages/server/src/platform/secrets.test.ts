import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openSecrets, readSecretKey } from './secrets.ts'

const location = { organization: 'o1', table: 'identity_provider', row: 'r1', column: 'client_secret' }

it('decrypts in its own location only', () => {
  const secrets = openSecrets(randomBytes(32))
  const sealed = secrets.seal(location, 'a secret, grüezi')
  expect(sealed).not.toContain('secret')
  expect(secrets.open(location, sealed)).toBe('a secret, grüezi')
  for (const otherLocation of [{ organization: 'o2' }, { table: 'x' }, { row: 'r2' }, { column: 'x' }]) {
    expect(() => secrets.open({ ...location, ...otherLocation }, sealed)).toThrow('was changed or moved')
  }
})

it('detects every changed byte, and another key', () => {
  const secrets = openSecrets(randomBytes(32))
  const sealed = secrets.seal(location, 'x')
  for (const index of [sealed.length - 2, sealed.indexOf('.', 8) + 3, sealed.indexOf('.', 20) - 3]) {
    const changed = `${sealed.slice(0, index)}${sealed[index] === 'A' ? 'B' : 'A'}${sealed.slice(index + 1)}`
    expect(() => secrets.open(location, changed)).toThrow()
  }
  expect(() => openSecrets(randomBytes(32)).open(location, sealed)).toThrow('encrypted with another key')
})

it('decrypts with the previous key, and wraps again so that it decrypts without that key', () => {
  const [before, after] = [randomBytes(32), randomBytes(32)]
  const old = openSecrets(before).seal(location, 'x')
  const rotated = openSecrets(after, before)
  expect(rotated.open(location, old)).toBe('x')
  const resealed = rotated.reseal(location, old)
  expect(openSecrets(after).open(location, resealed)).toBe('x')
  expect(() => openSecrets(before).open(location, resealed)).toThrow('encrypted with another key')
  expect(rotated.reseal(location, resealed)).toBe(resealed)
  expect(() => rotated.reseal({ ...location, row: 'r2' }, old)).toThrow('was changed or moved')
  expect(() => openSecrets(after).reseal(location, old)).toThrow('encrypted with another key')
})

it('never encrypts the same way twice, and separates purposes', () => {
  const secrets = openSecrets(Buffer.alloc(32, 7))
  expect(secrets.seal(location, 'x')).not.toBe(secrets.seal(location, 'x'))
  expect(secrets.keyFor('csrf')).toEqual(openSecrets(Buffer.alloc(32, 7)).keyFor('csrf'))
  expect(secrets.keyFor('csrf')).not.toEqual(secrets.keyFor('bearer'))
})

it('stores its key in a file for its owner only, and rejects an invalid one', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kept-key-'))
  try {
    const key = readSecretKey(folder, undefined)
    expect(key).toHaveLength(32)
    expect(readSecretKey(folder, undefined)).toEqual(key)
    expect(statSync(join(folder, 'secret.key')).mode & 0o777).toBe(0o600)
    writeFileSync(join(folder, 'secret.key'), 'short')
    expect(() => readSecretKey(folder, undefined)).toThrow('is not 32 bytes')
  } finally {
    rmSync(folder, { recursive: true })
  }
})
