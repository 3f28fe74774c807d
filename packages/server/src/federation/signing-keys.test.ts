import { createPublicKey, randomBytes, verify } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { signedToken } from '@kept/connectors/live-token.ts'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { openSecrets } from '../platform/secrets.ts'
import { PUBLISHED_AFTER_MS, PUBLISHED_BEFORE_MS, ROTATE_AFTER_MS } from './key-times.ts'
import { listKeys, publishedKeys, rotateKeys, signingKey } from './signing-keys.ts'

const folders: string[] = []
const start = Date.parse('2026-11-27T00:00:00Z')
let nowMs = start
let deps: Parameters<typeof signingKey>[0]
beforeEach(() => {
  const sharedFolder = mkdtempSync(join(tmpdir(), 'kept-federation-'))
  folders.push(sharedFolder)
  nowMs = start
  deps = { sharedFolder, secrets: openSecrets(randomBytes(32)), now: () => new Date(nowMs) }
})
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

const files = () => readdirSync(join(deps.sharedFolder, 'keys')).toSorted()

describe('signingKey', () => {
  it('is made once, sealed, and verifies with what is published', async () => {
    const { privateKey, publicKey } = signingKey(deps)
    expect(signingKey(deps).publicKey).toEqual(publicKey)
    expect(publishedKeys(deps)).toEqual([publicKey])
    expect(Object.keys(publicKey).toSorted()).toEqual(['alg', 'e', 'kid', 'kty', 'n', 'use'])
    expect(files()).toEqual(['federation-000001.rsa.sealed'])
    const stored = readFileSync(join(deps.sharedFolder, 'keys', 'federation-000001.rsa.sealed'), 'utf8')
    expect(stored).not.toContain('PRIVATE KEY')
    expect(statSync(join(deps.sharedFolder, 'keys')).mode & 0o777).toBe(0o700)
    expect(statSync(join(deps.sharedFolder, 'keys', 'federation-000001.rsa.sealed')).mode & 0o777).toBe(0o600)
    const token = await signedToken(privateKey, {
      header: { alg: 'RS256', kid: publicKey.kid },
      claims: { sub: 'x' },
      whose: 'this Kept',
    })
    const [header, claims, signature = ''] = token.split('.')
    const key = createPublicKey({ key: { ...publicKey }, format: 'jwk' })
    expect(verify('sha256', Buffer.from(`${header}.${claims}`), key, Buffer.from(signature, 'base64url'))).toBe(true)
  })

  it('is not a file that someone else put there', () => {
    signingKey(deps)
    writeFileSync(join(deps.sharedFolder, 'keys', 'federation-000002.rsa.sealed'), 'kept1.a.b.c')
    expect(() => signingKey(deps)).toThrow('encrypted with another key')
  })
})

describe('rotateKeys', () => {
  it('publishes the next key a day before it signs, and withdraws the previous one a day after', () => {
    const first = signingKey(deps).publicKey
    expect(rotateKeys(deps)?.publicKey).toEqual(first)
    nowMs = start + ROTATE_AFTER_MS
    const second = rotateKeys(deps)?.publicKey
    expect(second?.kid).not.toBe(first.kid)
    expect(publishedKeys(deps)).toEqual([first, second])
    expect(signingKey(deps).publicKey).toEqual(first)
    // A second run, as of another process, makes no third key.
    expect(rotateKeys(deps)?.publicKey).toEqual(second)
    nowMs += PUBLISHED_BEFORE_MS
    expect(signingKey(deps).publicKey).toEqual(second)
    expect(publishedKeys(deps)).toEqual([first, second])
    nowMs += PUBLISHED_AFTER_MS
    expect(publishedKeys(deps)).toEqual([second])
    rotateKeys(deps)
    expect(files()).toEqual(['federation-000002.rsa.sealed'])
    expect(signingKey(deps).publicKey).toEqual(second)
  })

  it('is the same in all processes, whatever their clocks say', () => {
    const key = randomBytes(32)
    const processOf = (aheadMs: number) => ({
      ...deps,
      secrets: openSecrets(key),
      now: () => new Date(nowMs + aheadMs),
    })
    const [slow, fast] = [processOf(-120_000), processOf(120_000)]
    const first = signingKey(fast).publicKey
    expect(signingKey(slow).publicKey).toEqual(first)
    nowMs = start + ROTATE_AFTER_MS
    rotateKeys(slow)
    expect(files()).toHaveLength(1)
    nowMs += 240_000
    expect(rotateKeys(slow)?.publicKey).toEqual(rotateKeys(fast)?.publicKey)
    expect(files()).toHaveLength(2)
    // Around the change, both keys are published by both, so either signature is accepted.
    nowMs += PUBLISHED_BEFORE_MS
    for (const publisher of [slow, fast])
      for (const signer of [slow, fast]) expect(publishedKeys(publisher)).toContainEqual(signingKey(signer).publicKey)
  })

  it('withdraws every key whose file is deleted, in all processes at once', () => {
    const key = randomBytes(32)
    const [first, second] = [openSecrets(key), openSecrets(key)].map((secrets) => ({ ...deps, secrets }))
    if (!first || !second) throw new Error('Two processes.')
    const withdrawn = signingKey(first).publicKey
    expect(signingKey(second).publicKey).toEqual(withdrawn)
    for (const name of files()) rmSync(join(deps.sharedFolder, 'keys', name))
    const next = signingKey(second).publicKey
    expect(next.kid).not.toBe(withdrawn.kid)
    expect(publishedKeys(first)).toEqual([next])
    expect(signingKey(first).publicKey).toEqual(next)
  })

  it('makes nothing where federation was never used', () => {
    nowMs = start + 2 * ROTATE_AFTER_MS
    expect(rotateKeys(deps)).toBeUndefined()
    expect(listKeys(deps)).toEqual([])
  })
})

describe('listKeys', () => {
  it('seals the keys again after the key of this Kept was changed', () => {
    const [before, after] = [randomBytes(32), randomBytes(32)]
    const { publicKey } = signingKey({ ...deps, secrets: openSecrets(before) })
    expect(() => listKeys({ ...deps, secrets: openSecrets(after) })).toThrow('encrypted with another key')
    expect(listKeys({ ...deps, secrets: openSecrets(after, before) })).toMatchObject([{ publicKey }])
    expect(listKeys({ ...deps, secrets: openSecrets(after) })).toMatchObject([{ publicKey }])
    expect(files()).toHaveLength(1)
  })
})
