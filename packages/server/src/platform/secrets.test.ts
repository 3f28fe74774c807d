import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openSecrets, readSecretKey } from './secrets.ts'

const place = { organization: 'o1', table: 'identity_provider', row: 'r1', column: 'client_secret' }

it('opens in its own place only', () => {
  const secrets = openSecrets(randomBytes(32))
  const sealed = secrets.seal(place, 'a secret, grüezi')
  expect(sealed).not.toContain('secret')
  expect(secrets.open(place, sealed)).toBe('a secret, grüezi')
  for (const elsewhere of [{ organization: 'o2' }, { table: 'x' }, { row: 'r2' }, { column: 'x' }]) {
    expect(() => secrets.open({ ...place, ...elsewhere }, sealed)).toThrow('was changed or moved')
  }
})

it('notices every changed byte, and another key', () => {
  const secrets = openSecrets(randomBytes(32))
  const sealed = secrets.seal(place, 'x')
  for (const at of [sealed.length - 2, sealed.indexOf('.', 8) + 3, sealed.indexOf('.', 20) - 3]) {
    const changed = `${sealed.slice(0, at)}${sealed[at] === 'A' ? 'B' : 'A'}${sealed.slice(at + 1)}`
    expect(() => secrets.open(place, changed)).toThrow()
  }
  expect(() => openSecrets(randomBytes(32)).open(place, sealed)).toThrow('sealed with another key')
})

it('opens what the former key sealed, and wraps it anew so that it opens without that key', () => {
  const [before, after] = [randomBytes(32), randomBytes(32)]
  const old = openSecrets(before).seal(place, 'x')
  const both = openSecrets(after, before)
  expect(both.open(place, old)).toBe('x')
  const fresh = both.reseal(place, old)
  expect(openSecrets(after).open(place, fresh)).toBe('x')
  expect(() => openSecrets(before).open(place, fresh)).toThrow('sealed with another key')
  expect(both.reseal(place, fresh)).toBe(fresh)
  expect(() => both.reseal({ ...place, row: 'r2' }, old)).toThrow('was changed or moved')
  expect(() => openSecrets(after).reseal(place, old)).toThrow('sealed with another key')
})

it('never seals the same twice, and keeps purposes apart', () => {
  const secrets = openSecrets(Buffer.alloc(32, 7))
  expect(secrets.seal(place, 'x')).not.toBe(secrets.seal(place, 'x'))
  expect(secrets.keyFor('csrf')).toEqual(openSecrets(Buffer.alloc(32, 7)).keyFor('csrf'))
  expect(secrets.keyFor('csrf')).not.toEqual(secrets.keyFor('bearer'))
})

it('keeps its key in a file for its owner only, and refuses a broken one', () => {
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
