/**
 * The end of an identity provider: who signed in with it is signed out when it is turned off or removed, and admins are
 * told. Anyone who came in by a provider that should not have been there must not stay.
 */
import type { IdentityProvider } from '@kept/contract/routes/organizations.ts'
import { linkAccount } from '@kept/store/people/credentials.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestUser, type TestUser } from '../testing/sign-in.ts'
import { verifyDomain } from '../testing/verify-domain.ts'
import { openKept, type TestKept } from '../testing.ts'
import { IdentityProviderForTest } from './saml/testing/identity-provider.ts'
import { samlBrowsers } from './saml/testing/saml-sign-in.ts'

const idp = new IdentityProviderForTest()
const domains = ['corp.example']
let kept: TestKept
let id: string
let admin: TestUser
let count = 0
beforeAll(async () => {
  kept = await openKept()
  id = kept.world.scope.organizationId
  admin = await createTestUser(kept, { name: 'ada', in: 'own', role: 'admin' })
  await verifyDomain(kept.world.database, kept.world.scope, 'corp.example')
})
afterAll(() => kept.close())
beforeEach(async () => {
  count += 1
  // A sign-in at the organization goes to its first provider.
  const { data } = await admin.client.organizations.identityProviders({ id })
  for (const provider of data) await remove(provider)
})

const addSaml = async () =>
  (
    await admin.client.singleSignOn.addSaml({
      ...{ id, name: `SAML ${count}`, metadata: idp.metadata(), domains, default_role: 'user' },
    })
  ).data
const addOidc = async () => {
  const client = { issuer: 'https://login.corp.example', client_id: 'kept', client_secret: 'a secret' }
  return (await admin.client.organizations.addIdentityProvider({ id, name: `OIDC ${count}`, ...client, domains })).data
}

/** Status of a request of someone who signed in with the provider, over HTTP. */
async function signInWith(provider: IdentityProvider): Promise<() => Promise<number>> {
  const { start, post, answerTo } = samlBrowsers(kept.url, idp, provider)
  const { visitor, id: request, relayState } = await start()
  const nameId = `ann${count}@corp.example`
  expect(await post(answerTo(request, { nameId }), relayState, visitor)).toBe('/client')
  return async () => (await visitor.get('/v1/me')).status
}

/** Of someone with a session of this kind, linked to an account at a provider. */
async function memberOf(provider: string, session: { bound?: boolean; role?: 'admin' }) {
  count += 1
  const method = session.bound ? ('identity_provider' as const) : ('password' as const)
  const user = await createTestUser(kept, { name: `bo${count}`, in: 'own', method, ...session })
  await linkAccount(kept.world.database, {
    ...{ userId: user.userId, providerId: provider, accountId: user.email, now: new Date() },
  })
  return { user, status: async () => (await fetch(`${kept.url}/v1/me`, { headers: user.headers })).status }
}

const turnOff = ({ id: provider_id, saml }: IdentityProvider) =>
  saml
    ? admin.client.singleSignOn.updateSaml({ id, provider_id, enabled: false })
    : admin.client.organizations.updateIdentityProvider({ id, provider_id, enabled: false })
const remove = ({ id: provider_id }: IdentityProvider) =>
  admin.client.organizations.removeIdentityProvider({ id, provider_id })

async function alertsOf(action: string): Promise<string[]> {
  const filters = [{ label: 'rule' as const, values: [action] }]
  const { data } = await admin.client.alerts.previewRule({ kinds: ['security'], min_severity: 'medium', filters })
  return data.map(({ title }) => title)
}

describe.each([
  ['turned off', turnOff],
  ['removed', remove],
])('a provider that is %s', (_title, end) => {
  it('signs out who signed in with it over SAML', async () => {
    const provider = await addSaml()
    const status = await signInWith(provider)
    expect(await status()).toBe(200)
    await end(provider)
    expect(await status()).toBe(401)
  })

  it('signs out who signed in with it over OpenID Connect, and no one else', async () => {
    const [provider, other] = [await addOidc(), await addSaml()]
    const gone = await memberOf(`oidc:${provider.id}`, { bound: true })
    const ofOther = await memberOf(`saml:${other.id}`, { bound: true })
    const withPassword = await memberOf(`oidc:${provider.id}`, {})
    await end(provider)
    const statuses = await Promise.all([gone, ofOther, withPassword].map(({ status }) => status()))
    expect(statuses).toEqual([401, 200, 200])
  })

  it('leaves the one who ends it signed in', async () => {
    const provider = await addOidc()
    const { user, status } = await memberOf(`oidc:${provider.id}`, { bound: true, role: 'admin' })
    if (end === remove) await user.client.organizations.removeIdentityProvider({ id, provider_id: provider.id })
    else await user.client.organizations.updateIdentityProvider({ id, provider_id: provider.id, enabled: false })
    expect(await status()).toBe(200)
  })
})

it('changes of anything else sign no one out', async () => {
  const provider = await addSaml()
  const status = await signInWith(provider)
  await admin.client.singleSignOn.updateSaml({ id, provider_id: provider.id, name: 'Renamed', enabled: true })
  expect(await status()).toBe(200)
})

it('a removed provider and a revoked provisioning token raise alerts', async () => {
  const provider = await addOidc()
  await remove(provider)
  expect(await alertsOf('identity_provider.removed')).toContain(`The identity provider "${provider.name}" was removed`)
  const { data: token } = await admin.client.provisioning.createToken({ id })
  await admin.client.provisioning.deleteToken({ id, token_id: token.id })
  expect(await alertsOf('scim_token.revoked')).toEqual(['A provisioning token was revoked'])
})
