/** Azure by federation: what is trusted, what is sent, and which step is missing. */
import { azureAudiences } from '@kept/domain/sync/federation.ts'
import { createTestIssuer, type TrustedIssuer } from '@kept/domain/sync/testing/identity-token.ts'
import { depsOf, type SmallRequest } from '@kept/domain/sync/testing/small-cloud.ts'
import { describe, expect, it } from 'vitest'
import { openAzureCloud } from './cloud.ts'
import { federatedDocuments, setupDocuments } from './setup.ts'
import { answerAzure, clientId, createSmallAzure, tenantId } from './testing/small-azure.ts'

const nowMs = Date.parse('2026-11-27T10:00:00Z')
const issuer = createTestIssuer()
const trust = {
  issuer: 'https://kept.example.com',
  subject: 'organization:11111111-2222-3333-4444-555555555555:connection:66666666-7777-8888-9999-000000000000',
}
const trusted: TrustedIssuer = {
  ...trust,
  audience: azureAudiences.public,
  keys: () => issuer.keys,
  nowMs: () => nowMs,
}

function openWith(claims: object = {}, credential: Partial<TrustedIssuer> = {}, answer?: object) {
  const seconds = nowMs / 1000
  const { issuer: iss, subject: sub, audience: aud } = trusted
  const own = { iss, sub, aud, iat: seconds, exp: seconds + 300, jti: 'x' }
  const bodies: string[] = []
  const azure = createSmallAzure({
    federatedCredential: { ...trusted, ...credential },
    fault: ({ url, body }: SmallRequest) => {
      if (!url.pathname.endsWith('/token')) return undefined
      bodies.push(body)
      return answer && { status: 401, body: answer }
    },
  })
  const access = { tenant_id: tenantId, client_id: clientId, cloud: 'public' as const, subscriptions: [] }
  const cloud = openAzureCloud(
    { ...access, identityToken: async () => issuer.sign({ ...own, ...claims }) },
    depsOf(answerAzure(azure), nowMs),
  )
  return { cloud, bodies }
}

describe('an Azure connection by federation', () => {
  it('sends the token as the assertion of the application, and no secret', async () => {
    const { cloud, bodies } = openWith()
    await expect(cloud.prove()).resolves.toBeUndefined()
    const form = new URLSearchParams(bodies[0])
    expect([...form.keys()].toSorted()).toEqual([
      'client_assertion',
      'client_assertion_type',
      'client_id',
      'grant_type',
      'scope',
    ])
  })

  const refused = (sentence: RegExp) => ({ kind: 'credentials', message: expect.stringMatching(sentence) })

  it.each<[string, object, RegExp]>([
    ['an issuer that is not registered', { iss: 'https://other.example.com' }, /is for the issuer of Kept: add it/],
    ['another audience', { aud: 'sts.amazonaws.com' }, /another audience: set it to api:\/\/AzureADTokenExchange,/],
    ['another subject', { sub: 'organization:x' }, /another subject: set it to the subject of this connection/],
    ['an expired token', { exp: nowMs / 1000 }, /set the clock of this server/],
  ])('names the missing step for %s', async (_name, claims, sentence) => {
    await expect(openWith(claims).cloud.prove()).rejects.toMatchObject(refused(sentence))
  })

  it('names an address that Microsoft Entra ID does not reach', async () => {
    const keys = () => {
      throw new Error('unreachable')
    }
    await expect(openWith({}, { keys }).cloud.prove()).rejects.toMatchObject(refused(/below \/\.well-known\//))
  })

  it.each([
    // Variants that its answers have had, with more digits or another code.
    [
      "AADSTS7002138: No matching federated identity record found for presented assertion subject 'X'.",
      /another subject/,
    ],
    ['AADSTS70021: No matching federated identity record found for presented assertion.', /no federated credential/],
    ['AADSTS501661: Request to External OIDC endpoint failed.', /cannot read the keys of Kept/],
    ['AADSTS90061: Request to External OIDC endpoint failed.', /cannot read the keys of Kept/],
    ['AADSTS999999: Something else.', /Check the tenant, the client ID and the federated credential\.$/],
  ])('understands %s', async (error_description, sentence) => {
    const { cloud } = openWith({}, {}, { error: 'invalid_client', error_description })
    await expect(cloud.prove()).rejects.toMatchObject(refused(sentence))
  })
})

describe('the script of a federation', () => {
  const [script] = federatedDocuments(trust)

  it('trusts the subject, the issuer and the audience of the cloud, exactly', () => {
    const [, text = ''] = /<<CREDENTIAL\n(.*?)\nCREDENTIAL/s.exec(script?.text ?? '') ?? []
    expect(JSON.parse(text)).toEqual({ name: expect.any(String), ...trust, audiences: ['$AUDIENCE'] })
    for (const audience of Object.values(azureAudiences)) expect(script?.text).toContain(`AUDIENCE=${audience} `)
  })

  it('grants what the script with a secret grants, and creates no secret', () => {
    const roleOf = (text = '') => /<<ROLE\n(.*?)\nROLE/s.exec(text)?.[1]
    const [withSecret] = setupDocuments()
    expect(roleOf(script?.text)).toBe(roleOf(withSecret?.text))
    expect(withSecret?.text).toContain('az ad sp create-for-rbac')
    expect(script?.text).not.toMatch(/create-for-rbac|password|--years/)
  })
})
