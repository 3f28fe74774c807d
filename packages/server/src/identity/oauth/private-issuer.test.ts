/** An admin may configure an issuer; the operator decides which networks Kept may connect to. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { client, type OidcForTest, openOidc } from '../../testing/oidc.ts'
import { signIn } from '../../testing/sign-in.ts'
import { Visitor } from '../../testing/visitor.ts'
import { openKept, type TestKept } from '../../testing.ts'

let kept: TestKept
let provider: OidcForTest
let admin: Record<string, string>
beforeAll(async () => {
  provider = await openOidc()
  kept = await openKept()
  provider.serve(`${kept.url}/api/auth/callback`)
  const { organizationId } = kept.world.scope
  admin = (await signIn(kept.server.services, { organizationId, role: 'admin' })).headers
})
afterAll(async () => {
  await kept.close()
  await provider.close()
})

async function add(issuer: string) {
  const settings = { name: issuer.slice(0, 60), issuer, ...client, domains: ['corp.example'] }
  return new Visitor(kept.url, admin).request(
    'POST',
    `/v1/organizations/${kept.world.scope.organizationId}/identity-providers`,
    settings,
    admin,
  )
}

it.each([
  'https://127.0.0.1:8443',
  'https://2130706433',
  'https://0x7f.1',
  'https://[::1]',
  'https://[::ffff:10.0.0.1]',
  'https://169.254.169.254',
  'https://10.0.0.8/realms/a',
])('rejects the issuer %s in one sentence', async (issuer) => {
  const { status, body } = await add(issuer)
  expect([status, body.message]).toEqual([400, expect.stringContaining('is in a private network')])
})

it('connects nowhere when a name resolves to a private network', async () => {
  const namedIssuer = provider.issuer.replace('127.0.0.1', 'localhost')
  expect((await add(namedIssuer)).status).toBe(200)
  const answer = await new Visitor(kept.url).post('/api/auth/oauth', { provider: 'organization', organization: 'own' })
  expect([answer.status, answer.body.message]).toEqual([
    503,
    'The identity provider is not responding. Try again later.',
  ])
})
