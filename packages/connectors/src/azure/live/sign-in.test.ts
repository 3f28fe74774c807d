/** How a connection signs in to Azure, and where it sends its token. */
import { generateKeyPairSync } from 'node:crypto'
import { depsOf, type SmallRequest } from '@kept/domain/sync/testing/small-cloud.ts'
import { describe, expect, it } from 'vitest'
import { openAzureCloud } from './cloud.ts'
import { access, openSmallAzure } from './testing/open-small-azure.ts'
import { answerAzure, clientId, createSmallAzure, subscriptionId } from './testing/small-azure.ts'
import { failure } from './testing/small-manager.ts'

describe('the sign-in of an Azure connection', () => {
  it('signs in again once when its token has expired', async () => {
    const cloud = openSmallAzure({
      fault: ({ url }, count) =>
        url.pathname === '/subscriptions' && count === 1
          ? failure(401, 'ExpiredAuthenticationToken', 'The access token expiry UTC time is earlier than now.')
          : undefined,
    })
    await cloud.prove()
    expect(cloud.calls()).toBe(2)
  })

  it('sends its token to no other host, even when a link leads there', async () => {
    const hosts: string[] = []
    const answer = answerAzure(
      createSmallAzure({
        fault: ({ url }) =>
          url.pathname === '/subscriptions'
            ? { body: { value: [], nextLink: 'https://evil.example.com/subscriptions?page=2' } }
            : undefined,
      }),
    )
    const cloud = openAzureCloud(
      access,
      depsOf((request) => {
        hosts.push(request.url.host)
        return answer(request)
      }),
    )
    await expect(cloud.discover()).rejects.toThrow(
      'Kept sends the token of a connection only to Azure, not to evil.example.com.',
    )
    expect(hosts).toEqual(['login.microsoftonline.com', 'management.azure.com'])
  })

  it.each([
    [
      { tenant_id: 'aaaaaaaa-2222-3333-4444-555555555555' },
      /^There is no tenant aaaaaaaa-.* in Azure\. Check the tenant ID and the cloud\.$/,
    ],
    [{ client_id: 'aaaaaaaa-2222-3333-4444-555555555555' }, /^The tenant .* has no application aaaaaaaa-/],
    [
      { client_secret: 'expired' },
      /^The secret of the application .* has expired\. Create a new one and enter its value\.$/,
    ],
    [
      { client_secret: 'wrong' },
      /^The secret does not belong to the application .*\. Enter the value of the secret, not its ID\.$/,
    ],
    [{ client_secret: undefined, certificate: 'no PEM' }, /^The certificate cannot be read\./],
    [
      { subscriptions: [subscriptionId(9)] },
      /^The application cannot read the subscription 00000000-.*9\. Enter another ID, or none\.$/,
    ],
  ])('says in one sentence what is wrong with %o', async (changes, sentence) => {
    await expect(openSmallAzure({}, changes).prove()).rejects.toThrow(sentence)
  })

  it.each([
    ['us_government', 'login.microsoftonline.us', 'management.usgovcloudapi.net'],
    ['china', 'login.partner.microsoftonline.cn', 'management.chinacloudapi.cn'],
  ] as const)('signs in to %s at its own hosts', async (cloud, login, manager) => {
    const requests: SmallRequest[] = []
    const answer = answerAzure(createSmallAzure())
    await openAzureCloud(
      { ...access, cloud },
      depsOf((request) => {
        requests.push(request)
        return answer(request)
      }),
    ).prove()
    expect(requests.map(({ url }) => url.host)).toEqual([login, manager])
    expect(new URLSearchParams(requests[0]?.body).get('scope')).toBe(`https://${manager}/.default`)
  })

  it('proves a certificate instead of a secret', async () => {
    const { privateKey } = generateKeyPairSync('rsa', {
      modulusLength: 2048,
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
      publicKeyEncoding: { type: 'spki', format: 'pem' },
    })
    const certificate = `-----BEGIN CERTIFICATE-----\n${Buffer.from('certificate').toString('base64')}\n-----END CERTIFICATE-----\n${privateKey}`
    const bodies: string[] = []
    const answer = answerAzure(createSmallAzure())
    await openAzureCloud(
      { ...access, client_secret: undefined, certificate },
      depsOf((request) => {
        bodies.push(request.body)
        return answer(request)
      }),
    ).prove()
    const [header = '', claims = ''] = (new URLSearchParams(bodies[0]).get('client_assertion') ?? '').split('.')
    expect(JSON.parse(Buffer.from(header, 'base64url').toString())).toMatchObject({ alg: 'PS256', typ: 'JWT' })
    expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({ iss: clientId, sub: clientId })
  })
})
