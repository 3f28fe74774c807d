/** SAML sign-in of a Kept below a path of a host: its addresses have the path, and so has every redirect. */
import { afterAll, expect, it } from 'vitest'
import { type BalancingProxy, startBalancingProxy } from '../../testing/balancing-proxy.ts'
import { createTestUser } from '../../testing/sign-in.ts'
import { verifyDomain } from '../../testing/verify-domain.ts'
import { Visitor } from '../../testing/visitor.ts'
import { openKept, type TestKept } from '../../testing.ts'
import { IdentityProviderForTest, readRequest } from './testing/identity-provider.ts'

let kept: TestKept
let proxy: BalancingProxy
afterAll(async () => {
  await proxy?.close()
  await kept?.close()
})

it('signs in below the path', async () => {
  const idp = new IdentityProviderForTest()
  proxy = await startBalancingProxy()
  kept = await openKept({ KEPT_PUBLIC_URL: `${proxy.url}/kept`, KEPT_TRUST_PROXY: '127.0.0.1' })
  await proxy.add(kept.url)
  const { database, scope } = kept.world
  const admin = await createTestUser(kept, { name: 'admin', in: 'own', role: 'admin' })
  const base = `${proxy.url}/kept`
  const browser = new Visitor(base, { origin: proxy.url, 'sec-fetch-site': 'same-origin' })
  const response = await fetch(`${base}/v1/organizations/${scope.organizationId}/saml-providers`, {
    method: 'POST',
    headers: { ...admin.headers, 'content-type': 'application/json', origin: proxy.url },
    body: JSON.stringify({
      ...{ name: 'Corp', metadata: idp.metadata(), domains: ['corp.example'], default_role: 'user' },
      attributes: { email: 'mail', name: 'cn', groups: '' },
    }),
  })
  const { data: provider } = (await response.json()) as { data: { id: string; saml: Record<string, string> } }
  expect(provider.saml).toMatchObject({
    entity_id: `${base}/api/auth/saml/${provider.id}/metadata`,
    acs_url: `${base}/api/auth/saml/${provider.id}/acs`,
  })
  await verifyDomain(database, scope, 'corp.example')
  const started = await browser.post('/api/auth/oauth', { provider: 'organization', organization: 'own' })
  const { id, relayState } = readRequest(started.body.url)
  const xml = idp.answer({
    audience: provider.saml.entity_id ?? '',
    recipient: provider.saml.acs_url ?? '',
    inResponseTo: id,
    attributes: { mail: ['ann@corp.example'], cn: ['Ann Lee'] },
  })
  const posted = await fetch(provider.saml.acs_url ?? '', {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://idp.corp.example' },
    body: new URLSearchParams({ SAMLResponse: Buffer.from(xml).toString('base64'), RelayState: relayState }),
  })
  const next = posted.headers.get('location') ?? ''
  expect([posted.status, next]).toEqual([303, expect.stringMatching(/^\/kept\/api\/auth\/saml\/complete\?result=/)])
  const completed = await browser.get(next.slice('/kept'.length))
  expect(completed.headers.get('location')).toBe('/kept/client')
  expect((await browser.get('/v1/me')).body).toMatchObject({ data: { user: { email: 'ann@corp.example' } } })
})
