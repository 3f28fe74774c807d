/** Signing in through an organization's SAML provider, over HTTP, as a browser and a provider do it. */
import { createServer } from 'node:http'
import type { IdentityProvider } from '@kept/contract/routes/organizations.ts'
import { linkAccount } from '@kept/store/people/credentials.ts'
import { listOwnMemberships } from '@kept/store/people/own-memberships.ts'
import { findPerson } from '@kept/store/people/persons.ts'
import { savePolicy } from '@kept/store/security/policies.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { listen } from '../../testing/listen.ts'
import { createTestUser, type TestUser } from '../../testing/sign-in.ts'
import { verifyDomain } from '../../testing/verify-domain.ts'
import { Visitor } from '../../testing/visitor.ts'
import { openKept, type TestKept } from '../../testing.ts'
import { type AnswerParts, IdentityProviderForTest } from './testing/identity-provider.ts'
import { type SamlBrowsers, samlBrowsers } from './testing/saml-sign-in.ts'

const idp = new IdentityProviderForTest()
const metadataServer = createServer((request, response) =>
  request.url === '/metadata' ? response.end(idp.metadata()) : response.writeHead(404).end(),
)
let kept: TestKept
let admin: TestUser
let provider: IdentityProvider
let metadataUrl: string
let start: SamlBrowsers['start']
let post: SamlBrowsers['post']
let answerTo: SamlBrowsers['answerTo']
const attributes = { email: 'mail', name: 'cn', groups: 'memberOf' }

beforeAll(async () => {
  kept = await openKept({ KEPT_PRIVATE_NETWORKS: '127.0.0.1' })
  metadataUrl = `${await listen(metadataServer)}/metadata`
  admin = await createTestUser(kept, { name: 'admin', in: 'own', role: 'admin' })
  const { data } = await admin.client.singleSignOn.addSaml({
    id: kept.world.scope.organizationId,
    ...{ name: 'Corp', metadata_url: metadataUrl, domains: ['corp.example', 'other.example'] },
    ...{ default_role: 'user', attributes },
  })
  provider = data
  ;({ start, post, answerTo } = samlBrowsers(kept.url, idp, provider))
  await verifyDomain(kept.world.database, kept.world.scope, 'corp.example')
})
afterAll(async () => {
  await kept.close()
  await new Promise((done) => void metadataServer.close(done))
})

const settings = (change: object) =>
  admin.client.singleSignOn.updateSaml({
    ...{ id: kept.world.scope.organizationId, provider_id: provider.id },
    ...change,
  })

async function signInAs(email: string, groups?: string[], parts: Partial<AnswerParts> = {}) {
  const { visitor, id, relayState } = await start()
  const xml = answerTo(id, {
    nameId: email,
    attributes: { mail: [email], cn: ['Ann Lee'], ...(groups && { memberOf: groups }) },
    ...parts,
  })
  return { visitor, xml, relayState, location: await post(xml, relayState, visitor) }
}
const roleOf = async (email: string) => {
  const person = await findPerson(kept.world.database, { email })
  const memberships = person ? await listOwnMemberships(kept.world.database, person.id) : []
  return memberships.find(({ organization }) => organization.slug === 'own')?.role
}

it('tells the provider who it is', async () => {
  const { status, body, headers } = await new Visitor(kept.url).get(`/api/auth/saml/${provider.id}/metadata`)
  expect([status, headers.get('content-type')]).toEqual([200, 'application/samlmetadata+xml; charset=utf-8'])
  expect(body).toContain(`entityID="${provider.saml?.entity_id}"`)
  expect(body).toContain(`Location="${provider.saml?.acs_url}"`)
  const { xml, url } = await start()
  expect(new URL(url).origin).toBe('https://idp.corp.example')
  expect(xml).toContain(`<saml:Issuer>${provider.saml?.entity_id}</saml:Issuer>`)
})

it('signs in a new user of a verified domain, bound to the organization', async () => {
  const { visitor, location } = await signInAs('ann@corp.example')
  expect(location).toBe('/client')
  const { data } = (await visitor.get('/v1/me')).body
  expect(data).toMatchObject({
    organization: { slug: 'own' },
    user: { email: 'ann@corp.example', full_name: 'Ann Lee' },
  })
  const created = await visitor.post('/v1/organizations', { name: 'Elsewhere' })
  expect(created.status).toBe(403)
  expect((await signInAs('ann@corp.example')).location).toBe('/client')
})

it('signs in no one of an unverified domain, and of no domain of the organization', async () => {
  expect((await signInAs('ceo@other.example')).location).toBe('/auth/login?error=domain_unverified')
  expect((await signInAs('ceo@evil.example')).location).toBe('/auth/login?error=not_a_member')
  await createTestUser(kept, { name: 'eve', in: 'other', emailDomain: 'corp.example' })
  expect((await signInAs('eve@corp.example')).location).toBe('/auth/login?error=account_exists')
})

it('accepts a response once, in the browser that started the sign-in', async () => {
  const { xml, relayState, location } = await signInAs('ann@corp.example')
  expect(location).toBe('/client')
  expect(await post(xml, relayState)).toBe('/auth/login?error=saml_not_requested')
  const other = await start()
  const stolen = answerTo(other.id, { attributes: { mail: ['ann@corp.example'] } })
  expect(await post(stolen, other.relayState)).toBe('/auth/login?error=state')
  // The request is still open, and the assertion is not.
  expect(await post(stolen, other.relayState, other.visitor)).toBe('/auth/login?error=saml_used')
})

it('accepts one of several posts of a response at the same time', async () => {
  const { visitor, id, relayState } = await start()
  const xml = answerTo(id, { attributes: { mail: ['ann@corp.example'] } })
  const locations = await Promise.all(Array.from({ length: 5 }, () => post(xml, relayState, visitor)))
  expect(locations.filter((location) => location === '/client')).toHaveLength(1)
  // Once the first has signed in, the request is closed as well.
  const refused = ['/auth/login?error=saml_used', '/auth/login?error=saml_not_requested']
  expect(locations.filter((location) => refused.includes(location))).toHaveLength(4)
})

it('signs in without a request only where that is allowed', async () => {
  const unsolicited = () => answerTo('', { attributes: { mail: ['ann@corp.example'] } })
  expect(await post(unsolicited(), '')).toBe('/auth/login?error=saml_not_requested')
  await settings({ allow_idp_initiated: true })
  const xml = unsolicited()
  expect(await post(xml, 'https://idp.corp.example/start')).toBe('/client')
  expect(await post(xml, '')).toBe('/auth/login?error=saml_used')
  await settings({ allow_idp_initiated: false })
})

it('gives the role of the groups, at each sign-in, and keeps the last admin', async () => {
  const id = kept.world.scope.organizationId
  const group_roles = [
    { group: 'FinOps', role: 'billing_admin' as const, custom_role_id: null },
    { group: 'Platform', role: 'admin' as const, custom_role_id: null },
  ]
  expect((await admin.client.singleSignOn.setGroupRoles({ id, group_roles })).data).toEqual(group_roles)
  await signInAs('bob@corp.example', ['FinOps', 'Platform'])
  expect(await roleOf('bob@corp.example')).toBe('admin')
  await signInAs('bob@corp.example', ['FinOps'])
  expect(await roleOf('bob@corp.example')).toBe('billing_admin')
  await signInAs('bob@corp.example', ['Everyone'])
  expect(await roleOf('bob@corp.example')).toBe('user')
  await signInAs('bob@corp.example', ['FinOps'])
  // A provider leaves the attribute out for someone without groups.
  await signInAs('bob@corp.example')
  expect(await roleOf('bob@corp.example')).toBe('user')
  await signInAs('bob@corp.example', ['Platform'])
  await kept.world.database.scoped(kept.world.scope, (tx) =>
    tx.updateTable('membership').set({ role: 'user' }).where('user_id', '=', admin.userId).execute(),
  )
  expect((await signInAs('bob@corp.example', ['Everyone'])).location).toBe('/admin')
  expect(await roleOf('bob@corp.example')).toBe('admin')
  await kept.world.database.scoped(kept.world.scope, (tx) =>
    tx.updateTable('membership').set({ role: 'admin' }).where('user_id', '=', admin.userId).execute(),
  )
})

it('gives the custom role of a group at each sign-in, and takes it back', async () => {
  const id = kept.world.scope.organizationId
  const { data } = await admin.client.accessControls.update({
    organization: 'own',
    custom_roles: [{ name: 'Auditor', permissions: ['security:read'] }],
  })
  const custom_role_id = data.custom_roles.find(({ name }) => name === 'Auditor')?.id
  const { data: before } = await admin.client.singleSignOn.groupRoles({ id })
  await admin.client.singleSignOn.setGroupRoles({ id, group_roles: [...before, { group: 'Audit', custom_role_id }] })
  const customRoleOf = async (search: string) =>
    (await admin.client.users.list({ search })).data.map(({ role, custom_role }) => custom_role?.name ?? role)
  await signInAs('bob@corp.example', ['Audit', 'Everyone'])
  expect(await customRoleOf('bob@corp.example')).toEqual(['Auditor'])
  await signInAs('bob@corp.example', ['Everyone'])
  expect(await customRoleOf('bob@corp.example')).toEqual(['user'])
  await admin.client.singleSignOn.setGroupRoles({ id, group_roles: before })
})

it('raises an alert for an admin whom a group lets in', async () => {
  const id = kept.world.scope.organizationId
  const { data: before } = await admin.client.singleSignOn.groupRoles({ id })
  await admin.client.singleSignOn.setGroupRoles({ id, group_roles: [...before, { group: 'Root', role: 'admin' }] })
  const joined = async () => {
    const filters = [{ label: 'rule' as const, values: ['membership.joined'] }]
    return (await kept.client.alerts.previewRule({ kinds: ['security'], filters })).meta.total
  }
  const total = await joined()
  await signInAs('plain@corp.example', ['Everyone'])
  expect(await joined()).toBe(total)
  await signInAs('root@corp.example', ['Root'])
  expect(await joined()).toBe(total + 1)
  await admin.client.singleSignOn.setGroupRoles({ id, group_roles: before })
})

it('refuses a group that gives more than the caller has', async () => {
  const id = kept.world.scope.organizationId
  const grants = { allow: [], deny: ['billing:write' as const] }
  const helper = await createTestUser(kept, { name: 'helper', in: 'own', role: 'admin', grants })
  const { data } = await helper.client.singleSignOn.groupRoles({ id })
  const more = [...data, { group: 'Mine', role: 'admin' as const }]
  await expect(helper.client.singleSignOn.setGroupRoles({ id, group_roles: more })).rejects.toMatchObject({
    code: 'forbidden',
    message: expect.stringContaining("You can't grant permissions you don't have"),
  })
})

it('reads metadata from an address, and refuses one that has none', async () => {
  expect(provider).toMatchObject({ issuer: 'https://idp.corp.example/saml', saml: { metadata_url: metadataUrl } })
  expect(provider.saml?.certificates).toMatchObject([{ valid_until: '2049-12-31T00:00:00.000Z' }])
  await expect(settings({ metadata_url: metadataUrl.replace('/metadata', '/x') })).rejects.toMatchObject({
    code: 'bad_input',
    message: 'The metadata could not be read from this address. Upload it instead.',
  })
  await expect(settings({ metadata_url: 'http://10.0.0.1/metadata' })).rejects.toMatchObject({ code: 'bad_input' })
  const { data } = await settings({ metadata: idp.metadata('https://idp.corp.example/other') })
  expect(data.saml).toMatchObject({ sso_url: 'https://idp.corp.example/other', metadata_url: '' })
  const change = { id: kept.world.scope.organizationId, provider_id: provider.id, issuer: 'https://id.example.com' }
  await expect(admin.client.organizations.updateIdentityProvider(change)).rejects.toMatchObject({
    message: 'This is a SAML provider. Change its metadata instead.',
  })
})

it('belongs to its organization: another one finds nothing', async () => {
  const other = await createTestUser(kept, { name: 'other-admin', in: 'other', role: 'admin' })
  const id = kept.world.otherScope.organizationId
  await expect(
    other.client.singleSignOn.updateSaml({ id, provider_id: provider.id, name: 'Mine' }),
  ).rejects.toMatchObject({ status: 404 })
})

it('stays while a policy allows no other way to sign in', async () => {
  const change = { id: kept.world.scope.organizationId, provider_id: provider.id }
  const { database, scope } = kept.world
  const actor = { actor: 'ada', at: new Date() }
  const settings = { methods: ['identity_provider' as const], email_domains: [] }
  const policy = { kind: 'sign_in' as const, settings }
  await database.scoped(scope, (tx) => savePolicy(tx, { ...policy, enabled: true }, actor))
  const account = { providerId: `saml:${provider.id}`, accountId: 'admin@example.com', now: new Date() }
  await linkAccount(database, { userId: admin.userId, ...account })
  const last = 'must be able to sign in under its policies'
  const { organizations } = kept.client
  await expect(organizations.updateIdentityProvider({ ...change, enabled: false })).rejects.toThrow(last)
  await expect(organizations.removeIdentityProvider(change)).rejects.toThrow(last)
  await expect(kept.client.singleSignOn.updateSaml({ ...change, enabled: false })).rejects.toThrow(last)
  await organizations.updateIdentityProvider({ ...change, name: 'Corporate' })
  await database.scoped(scope, (tx) => savePolicy(tx, { ...policy, enabled: false }, actor))
})

it('ends with the provider', async () => {
  await admin.client.organizations.updateIdentityProvider({
    ...{ id: kept.world.scope.organizationId, provider_id: provider.id, enabled: false },
  })
  const response = await fetch(`${kept.url}/api/auth/saml/${provider.id}/acs`, { method: 'POST', body: 'x=1' })
  expect(response.status).toBe(404)
})
