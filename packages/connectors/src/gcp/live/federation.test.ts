/** Google Cloud by federation: what is trusted, what is sent, and which step is missing. */
import { gcpAudience } from '@kept/domain/sync/federation.ts'
import { createTestIssuer, type TrustedIssuer } from '@kept/domain/sync/testing/identity-token.ts'
import { depsOf, type SmallRequest } from '@kept/domain/sync/testing/small-cloud.ts'
import { describe, expect, it } from 'vitest'
import type { FederatedAccess } from './access.ts'
import { openGcpCloud } from './cloud.ts'
import { federatedDocuments, setupDocuments } from './setup.ts'
import {
  answerGoogle,
  createSmallGoogle,
  smallGoogleNowMs as nowMs,
  type SmallGoogle,
  serviceAccountKey,
  workloadIdentityProvider,
} from './testing/small-google.ts'

const issuer = createTestIssuer()
const trust = {
  issuer: 'https://kept.example.com',
  subject: 'organization:11111111-2222-3333-4444-555555555555:connection:66666666-7777-8888-9999-000000000000',
}
const trusted: TrustedIssuer = {
  ...trust,
  audience: gcpAudience,
  keys: () => issuer.keys,
  nowMs: () => nowMs,
}
const email = 'kept-reader@shop-production.iam.gserviceaccount.com'

function openWith(
  claims: object = {},
  google: Partial<SmallGoogle> = { provider: trusted },
  changes: Partial<FederatedAccess> = {},
) {
  const seconds = nowMs / 1000
  const { issuer: iss, subject: sub, audience: aud } = trusted
  const own = { iss, sub, aud, iat: seconds, exp: seconds + 300, jti: 'x' }
  const requests: SmallRequest[] = []
  const answer = answerGoogle(createSmallGoogle(google))
  const cloud = openGcpCloud(
    {
      workload_identity_provider: workloadIdentityProvider,
      identityToken: async () => issuer.sign({ ...own, ...claims }),
      projects: [],
      ...changes,
    },
    depsOf((request) => {
      requests.push(request)
      return answer(request)
    }, nowMs),
  )
  return { cloud, requests }
}

const refused = (sentence: RegExp) => ({ kind: 'credentials', message: expect.stringMatching(sentence) })

describe('a Google Cloud connection by federation', () => {
  it('exchanges the token, and reads as the subject with the quota of the project of the pool', async () => {
    const { cloud, requests } = openWith()
    const { units, accountId } = await cloud.discover()
    expect(units.length).toBeGreaterThan(0)
    expect(accountId).toBe('projects/123456789012/locations/global/workloadIdentityPools/kept')
    const [exchange, search] = requests
    expect(exchange?.url.href).toBe('https://sts.googleapis.com/v1/token')
    expect(exchange?.headers.authorization).toBeUndefined()
    expect(new URLSearchParams(exchange?.body).get('audience')).toBe(`//iam.googleapis.com/${workloadIdentityProvider}`)
    expect(search?.headers).toMatchObject({ 'x-goog-user-project': '123456789012' })
  })

  it('pitfall: an organization forbids keys of service accounts', async () => {
    const fault = ({ url }: SmallRequest) =>
      url.host === 'oauth2.googleapis.com'
        ? { status: 400, body: { error: 'invalid_grant', error_description: 'Invalid JWT Signature.' } }
        : undefined
    const google = { provider: trusted, fault }
    const withKey = openGcpCloud(
      { key: serviceAccountKey, projects: [] },
      depsOf(answerGoogle(createSmallGoogle(google)), nowMs),
    )
    await expect(withKey.prove()).rejects.toMatchObject({ kind: 'credentials' })
    const { cloud } = openWith({}, google)
    expect((await cloud.discover()).units.length).toBeGreaterThan(0)
  })

  it('acts as a service account where one is named', async () => {
    const google = { provider: trusted, impersonated: email }
    const { cloud, requests } = openWith({}, google, { service_account: email })
    expect((await cloud.discover()).accountId).toBe(email)
    expect(requests[1]?.url.href).toBe(
      `https://iamcredentials.googleapis.com/v1/projects/-/serviceAccounts/${encodeURIComponent(email)}:generateAccessToken`,
    )
    await cloud.prove()
    expect(requests.filter(({ url }) => /^(?:sts|iamcredentials)\./.test(url.host))).toHaveLength(2)
  })

  it.each<[string, object, RegExp]>([
    ['another issuer', { iss: 'https://other.example.com' }, /another issuer: set it/],
    ['another audience', { aud: 'sts.amazonaws.com' }, /another audience: add sts\.googleapis\.com/],
    ['another subject', { sub: 'organization:x' }, /another subject: set it to the subject of this connection/],
    ['an expired token', { exp: nowMs / 1000 }, /set the clock of this server/],
  ])('names the missing step for %s', async (_name, claims, sentence) => {
    await expect(openWith(claims).cloud.prove()).rejects.toMatchObject(refused(sentence))
  })

  it('names a provider that does not exist, an address that is not reached, and a subject without the role', async () => {
    await expect(openWith({}, {}).cloud.prove()).rejects.toMatchObject(refused(/^There is no provider projects\//))
    const keys = () => {
      throw new Error('unreachable')
    }
    const unreachable = openWith({}, { provider: { ...trusted, keys } })
    await expect(unreachable.cloud.prove()).rejects.toMatchObject(refused(/below \/\.well-known\//))
    const other = openWith({}, { provider: trusted, impersonated: `other-${email}` }, { service_account: email })
    await expect(other.cloud.prove()).rejects.toMatchObject(
      refused(/grant it the role roles\/iam\.workloadIdentityUser/),
    )
  })
})

describe('the script of a federation', () => {
  const [script] = federatedDocuments(trust)

  it('trusts the issuer, the audience and the subject, and grants the role to this subject only', () => {
    expect(script?.text).toContain(`--issuer-uri "${trust.issuer}"`)
    expect(script?.text).toContain(`--allowed-audiences "${gcpAudience}"`)
    expect(script?.text).toContain(`--attribute-condition "assertion.sub == '${trust.subject}'"`)
    expect(script?.text).toContain(`/subject/${trust.subject}"`)
    expect(script?.text).not.toContain('principalSet')
  })

  it('grants what the script with a key grants, and creates no key', () => {
    const roleOf = (text = '') => /<<ROLE\n(.*?)\nROLE/s.exec(text)?.[1]
    const [withKey] = setupDocuments()
    expect(roleOf(script?.text)).toBe(roleOf(withKey?.text))
    expect(script?.text).not.toContain('keys create')
  })
})
