import { describe, expect, it } from 'vitest'
import { accessMethodOf, locationOf, replaceAccess } from './sealed-access.ts'

const role_arn = 'arn:aws:iam::123456789012:role/KeptRead'
const aws = { kind: 'aws' as const, regions: ['us-east-1'], external_id: 'kept-1' }
const azure = {
  tenant_id: '11111111-2222-3333-4444-555555555555',
  client_id: '99999999-2222-3333-4444-555555555555',
}
const provider = 'projects/123456789012/locations/global/workloadIdentityPools/kept/providers/kept'
const pem =
  '-----BEGIN CERTIFICATE-----\nMA==\n-----END CERTIFICATE-----\n-----BEGIN PRIVATE KEY-----\nMA==\n-----END PRIVATE KEY-----'

describe('replaceAccess', () => {
  it('forgets the keys when a connection moves to federation, and keeps what Kept made', () => {
    const keys = { access_key_id: 'AKIA', secret_access_key: 'secret' }
    const moved = replaceAccess({ ...aws, ...keys, role_arn }, { method: 'federation', role_arn })
    expect(moved).toEqual({ ...aws, method: 'federation', role_arn })
    const withSecret = {
      kind: 'azure' as const,
      access: { ...azure, client_secret: 'secret', cloud: 'public' as const, subscriptions: [] },
    }
    expect(JSON.stringify(replaceAccess(withSecret, { method: 'federation', ...azure }))).not.toContain('secret')
  })

  it.each([
    ['a key beside a federation', aws, { method: 'federation', role_arn, secret_access_key: 'x' }],
    ['a federation without a role', aws, { method: 'federation' }],
    ['a subject', aws, { method: 'federation', role_arn, subject: 'organization:x' }],
    ['an issuer', { kind: 'azure' as const }, { method: 'federation', ...azure, issuer: 'https://example.com' }],
    [
      'a pool without a provider',
      { kind: 'gcp' as const },
      { method: 'federation', workload_identity_provider: provider.replace(/\/providers.*/, '') },
    ],
    ['a federation of Oracle Cloud', { kind: 'oci' as const }, { method: 'federation' }],
  ])('refuses %s in one sentence', (_name, sealed, entered) => {
    expect(() => replaceAccess(sealed, entered)).toThrow(/^The credentials are not valid: .+\.$/)
  })
})

describe('accessMethodOf', () => {
  it.each([
    [aws, {}, null],
    [aws, { method: 'federation', role_arn }, 'federation'],
    [aws, { access_key_id: 'AKIA', secret_access_key: 'x', role_arn }, 'role'],
    [aws, { access_key_id: 'AKIA', secret_access_key: 'x' }, 'keys'],
    [{ kind: 'azure' as const }, { method: 'federation', ...azure }, 'federation'],
    [{ kind: 'azure' as const }, { ...azure, certificate: pem }, 'certificate'],
    [{ kind: 'azure' as const }, { ...azure, client_secret: 'x' }, 'keys'],
    [{ kind: 'gcp' as const }, { method: 'federation', workload_identity_provider: provider }, 'federation'],
  ] as const)('of %o with %o is %s', (sealed, entered, method) => {
    const isEmpty = Object.keys(entered).length === 0
    expect(accessMethodOf(isEmpty ? { ...aws } : replaceAccess({ ...sealed } as typeof aws, entered))).toBe(method)
  })
})

describe('locationOf', () => {
  it('names what Kept signs in to by federation', () => {
    const access = { method: 'federation', workload_identity_provider: provider }
    expect(locationOf(replaceAccess({ kind: 'gcp' }, access))).toBe(provider)
    const email = 'kept-reader@shop-production.iam.gserviceaccount.com'
    expect(locationOf(replaceAccess({ kind: 'gcp' }, { ...access, service_account: email }))).toBe(email)
  })
})
