/** A token opens what trusts its own connection, and nothing of another connection, organization, cloud or Kept. */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { awsAudience, azureAudiences, federationSubject, gcpAudience } from '@kept/domain/sync/federation.ts'
import { faultOf, type TrustedIssuer } from '@kept/domain/sync/testing/identity-token.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSecrets } from '../platform/secrets.ts'
import { signIdentityToken } from './sign-identity-token.ts'
import { publishedKeys } from './signing-keys.ts'

const issuer = 'https://kept.example.com'
const nowMs = Date.parse('2026-11-27T10:00:00Z')
const runs = Number(process.env.KEPT_SUBJECT_RUNS ?? 25)
let keys: Parameters<typeof signIdentityToken>[0]
let otherKeys: typeof keys
beforeAll(() => {
  const open = () => ({
    sharedFolder: mkdtempSync(join(tmpdir(), 'kept-federation-')),
    secrets: openSecrets(randomBytes(32)),
    now: () => new Date(nowMs),
  })
  keys = open()
  otherKeys = open()
})
afterAll(() => {
  for (const { sharedFolder } of [keys, otherKeys]) rmSync(sharedFolder, { recursive: true, force: true })
})

const audiences = [awsAudience, gcpAudience, ...Object.values(azureAudiences)]
const owner = fc.record({
  organizationId: fc.uuid(),
  connectionId: fc.uuid(),
  audience: fc.constantFrom(...audiences),
})
type Owner = typeof owner extends fc.Arbitrary<infer Value> ? Value : never

function sign({ organizationId, connectionId, audience }: Owner): Promise<string> {
  return signIdentityToken(keys, { issuer, scope: { organizationId }, connectionId, audience })
}

function trustOf({ organizationId, connectionId, audience }: Owner, atMs = nowMs): TrustedIssuer {
  const subject = federationSubject({ organizationId }, connectionId)
  return { issuer, subject, audience, keys: () => publishedKeys(keys), nowMs: () => atMs }
}

describe('signIdentityToken', () => {
  it('is accepted by what trusts this connection in this cloud, and by nothing else', async () => {
    await fc.assert(
      fc.asyncProperty(owner, owner, async (own, other) => {
        const token = await sign(own)
        expect(faultOf(token, trustOf(own))).toBeUndefined()
        // Each difference alone is enough to be refused.
        for (const changed of [
          { ...own, organizationId: other.organizationId },
          { ...own, connectionId: other.connectionId },
          { ...own, organizationId: own.connectionId, connectionId: own.organizationId },
          { ...own, audience: other.audience },
          other,
        ]) {
          const isOwn = JSON.stringify(changed) === JSON.stringify(own)
          expect(faultOf(token, trustOf(changed)) === undefined).toBe(isOwn)
        }
      }),
      { numRuns: runs },
    )
  })

  it('lives for five minutes, and no two are the same', async () => {
    const own = { organizationId: crypto.randomUUID(), connectionId: crypto.randomUUID(), audience: awsAudience }
    const token = await sign(own)
    expect(await sign(own)).not.toBe(token)
    const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
    expect(Object.keys(claims).toSorted()).toEqual(['aud', 'exp', 'iat', 'iss', 'jti', 'sub'])
    expect(claims.exp - claims.iat).toBe(300)
    expect(faultOf(token, trustOf(own, nowMs + 299_000))).toBeUndefined()
    expect(faultOf(token, trustOf(own, nowMs + 301_000))).toBe('expired')
  })

  it('is refused with the keys of another Kept, changed, and unsigned', async () => {
    const own = { organizationId: crypto.randomUUID(), connectionId: crypto.randomUUID(), audience: awsAudience }
    const token = await sign(own)
    expect(faultOf(token, { ...trustOf(own), keys: () => publishedKeys(otherKeys) })).toBe('signature')
    const [header = '', claims = '', signature = ''] = token.split('.')
    const other = { ...own, organizationId: crypto.randomUUID() }
    const swapped = Buffer.from(claims, 'base64url').toString().replace(own.organizationId, other.organizationId)
    const forged = `${header}.${Buffer.from(swapped).toString('base64url')}.${signature}`
    expect(faultOf(forged, trustOf(other))).toBe('signature')
    const none = Buffer.from(JSON.stringify({ alg: 'none', typ: 'JWT' })).toString('base64url')
    expect(faultOf(`${none}.${claims}.`, trustOf(own))).toBe('malformed')
  })
})
