/** AWS by federation: what is trusted, what is sent, and which step is missing. */
import { awsAudience } from '@kept/domain/sync/federation.ts'
import type { LiveFetch } from '@kept/domain/sync/live-fetch.ts'
import { createTestIssuer, faultOf, type TrustedIssuer } from '@kept/domain/sync/testing/identity-token.ts'
import { describe, expect, it } from 'vitest'
import { callerIdentity } from './discover.ts'
import { readPolicy } from './policy.ts'
import { openSession } from './session.ts'
import { federatedDocuments, setupDocuments } from './setup.ts'

const trust = {
  issuer: 'https://example.com/kept',
  subject: 'organization:11111111-2222-3333-4444-555555555555:connection:66666666-7777-8888-9999-000000000000',
}
const role = 'arn:aws:iam::111122223333:role/KeptRead'
const nowMs = Date.parse('2026-11-27T10:00:00Z')
const issuer = createTestIssuer()
const trusted: TrustedIssuer = { ...trust, audience: awsAudience, keys: () => issuer.keys, nowMs: () => nowMs }

interface Sent {
  host: string
  action: string
  authorization: string | undefined
}

/** STS of one account, which answers what `refusal` says of a token, or lets it in. */
function openWith({ claims = {}, refusal }: { claims?: object; refusal?: [code: string, message: string] } = {}) {
  const sent: Sent[] = []
  const fetch: LiveFetch = async (url, { headers, body }) => {
    const form = new URLSearchParams(body instanceof Uint8Array ? new TextDecoder().decode(body) : String(body))
    const action = form.get('Action') ?? ''
    const named = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
    sent.push({ host: new URL(url).host, action, authorization: named.authorization })
    const isExchange = action === 'AssumeRoleWithWebIdentity'
    const fault = isExchange ? faultOf(form.get('WebIdentityToken') ?? '', trusted) : undefined
    const error = isExchange ? (refusal ?? (fault && ['InvalidIdentityToken', fault])) : undefined
    const text = error
      ? `<ErrorResponse><Error><Code>${error[0]}</Code><Message>${error[1]}</Message></Error></ErrorResponse>`
      : isExchange
        ? '<AssumeRoleWithWebIdentityResponse><AssumeRoleWithWebIdentityResult><Credentials><AccessKeyId>ASIAFEDERATED</AccessKeyId><SecretAccessKey>secret</SecretAccessKey><SessionToken>token</SessionToken><Expiration>2100-01-01T00:00:00Z</Expiration></Credentials></AssumeRoleWithWebIdentityResult></AssumeRoleWithWebIdentityResponse>'
        : '<GetCallerIdentityResponse><GetCallerIdentityResult><Account>111122223333</Account><Arn>arn:aws:sts::111122223333:assumed-role/KeptRead/kept-sync</Arn></GetCallerIdentityResult></GetCallerIdentityResponse>'
    return { status: error ? 400 : 200, headers: [], bytes: async () => new TextEncoder().encode(text) }
  }
  const seconds = nowMs / 1000
  const own = { iss: trust.issuer, sub: trust.subject, aud: awsAudience, iat: seconds, exp: seconds + 300, jti: 'x' }
  let tokens = 0
  const session = openSession(
    {
      role_arn: role,
      external_id: 'kept-1',
      identityToken: async () => {
        tokens += 1
        return issuer.sign({ ...own, ...claims })
      },
    },
    { fetch, pace: async () => undefined },
  )
  return { session, sent, tokens: () => tokens }
}

describe('a session by federation', () => {
  it('sends the token unsigned, and signs everything else with the keys of the role', async () => {
    const { session, sent, tokens } = openWith()
    expect(await callerIdentity(session)).toMatchObject({ accountId: '111122223333' })
    await callerIdentity(session)
    expect(sent.map(({ action }) => action)).toEqual([
      'AssumeRoleWithWebIdentity',
      'GetCallerIdentity',
      'GetCallerIdentity',
    ])
    expect(sent[0]?.authorization).toBeUndefined()
    expect(sent[1]?.authorization).toContain('Credential=ASIAFEDERATED/')
    expect(tokens()).toBe(1)
  })

  it.each([
    ['issuer', { iss: 'https://other.example.com' }],
    ['audience', { aud: 'sts.googleapis.com' }],
    ['subject', { sub: trust.subject.replace('1', '2') }],
    ['expired', { exp: nowMs / 1000 - 1 }],
  ])('is refused for another %s', async (_fault, claims) => {
    const { session } = openWith({ claims })
    await expect(callerIdentity(session)).rejects.toMatchObject({ kind: 'credentials' })
  })

  it.each<[string, string, RegExp]>([
    [
      'InvalidIdentityToken',
      `No OpenIDConnect provider found in your account for ${trust.issuer}`,
      /has no identity provider for Kept: create it/,
    ],
    ['InvalidIdentityToken', 'Incorrect token audience', /does not accept the audience sts\.amazonaws\.com: add it/],
    [
      'InvalidIdentityToken',
      "Couldn't retrieve verification key from your identity provider",
      /cannot read the keys of Kept: let its public address/,
    ],
    ['IDPCommunicationError', 'An error occurred', /cannot read the keys of Kept/],
    ['ExpiredTokenException', 'Token expired', /set the clock of this server/],
    [
      'AccessDenied',
      'Not authorized to perform sts:AssumeRoleWithWebIdentity',
      /trust policy names the subject and the audience/,
    ],
    ['InvalidIdentityToken', 'The ID Token provided is not a valid JWT.', /^AWS does not accept the token of Kept/],
  ])('names the missing step for %s: %s', async (code, message, sentence) => {
    const { session } = openWith({ refusal: [code, message] })
    await expect(callerIdentity(session)).rejects.toMatchObject({
      kind: 'credentials',
      action: 'sts:AssumeRoleWithWebIdentity',
      message: expect.stringMatching(sentence),
    })
  })
})

describe('the documents of a federation', () => {
  const documents = new Map(federatedDocuments(trust, 'kept-1').map(({ file_name, text }) => [file_name, text]))
  const conditions = {
    'example.com/kept:aud': awsAudience,
    'example.com/kept:sub': trust.subject,
  }
  const statementOf = (policy: unknown) => (policy as { Statement: object[] }).Statement[0]

  it('trust the subject and the audience, exactly, in every format', () => {
    const json = JSON.parse(documents.get('kept-trust.json') ?? '')
    expect(statementOf(json)).toEqual({
      Effect: 'Allow',
      Principal: { Federated: 'arn:aws:iam::ACCOUNT_ID:oidc-provider/example.com/kept' },
      Action: 'sts:AssumeRoleWithWebIdentity',
      Condition: { StringEquals: conditions },
    })
    const { Resources } = JSON.parse(documents.get('kept-federation.template.json') ?? '')
    expect(Resources.KeptIssuer.Properties).toEqual({ Url: trust.issuer, ClientIdList: [awsAudience] })
    const [, own, member] = Resources.KeptRole.Properties.AssumeRolePolicyDocument['Fn::If']
    expect(statementOf(own)).toMatchObject({ Condition: { StringEquals: conditions } })
    expect(statementOf(member)).toMatchObject({
      Action: 'sts:AssumeRole',
      Condition: { StringEquals: { 'sts:ExternalId': { Ref: 'ExternalId' } } },
    })
    const terraform = documents.get('kept.tf') ?? ''
    const [trustText = '', policyText = ''] = [...terraform.matchAll(/<<POLICY\n(.*?)\nPOLICY/gs)].map(
      ([, text = '']) => text,
    )
    expect(statementOf(JSON.parse(trustText))).toMatchObject({
      Principal: { Federated: '$' + '{aws_iam_openid_connect_provider.kept.arn}' },
      Condition: { StringEquals: conditions },
    })
    expect(JSON.parse(policyText)).toEqual(readPolicy())
    expect(terraform).toContain(`client_id_list = ["${awsAudience}"]`)
  })

  it('allow what the role with keys allows, and create no user and no key', () => {
    const roleOf = (text: string | undefined) => JSON.parse(text ?? '').Resources.KeptRole.Properties
    const [withKeys] = setupDocuments('kept-1')
    const federated = documents.get('kept-federation.template.json')
    expect(roleOf(federated).Policies).toEqual(roleOf(withKeys?.text).Policies)
    expect(roleOf(federated).Policies[0].PolicyDocument).toEqual(readPolicy())
    expect(federated).not.toContain('AWS::IAM::User')
  })
})
