/** Who may choose what vouches for users: admins who can run the organization, and no custom role. */
import type { IdentityProvider } from '@kept/contract/routes/organizations.ts'
import type { Permission } from '@kept/domain/permission.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { IdentityProviderForTest } from './identity/saml/testing/identity-provider.ts'
import { createTestUser, type TestUser } from './testing/sign-in.ts'
import { verifyDomain } from './testing/verify-domain.ts'
import { openKept, type TestKept } from './testing.ts'

const refused = {
  status: 403,
  message:
    'Only an admin with access to users, settings and policies can change how users sign in and get their roles.',
}
const idp = new IdentityProviderForTest()
const saml = { name: 'Corp', metadata: idp.metadata(), domains: ['corp.example'] }
const oidc = {
  ...{ name: 'Login', issuer: 'https://login.corp.example', client_id: 'kept', client_secret: 'a secret' },
  domains: ['corp.example'],
}
let kept: TestKept
let id: string
let admin: TestUser
/** A custom role with the organization's settings. */
let mallory: TestUser
/** An admin whose access to policies was taken. */
let limited: TestUser
let samlProvider: IdentityProvider
let oidcProvider: IdentityProvider
let tokenId: string

beforeAll(async () => {
  kept = await openKept({ KEPT_PRIVATE_NETWORKS: '127.0.0.1' })
  id = kept.world.scope.organizationId
  await verifyDomain(kept.world.database, kept.world.scope, 'corp.example')
  admin = await createTestUser(kept, { name: 'ada', in: 'own', role: 'admin' })
  mallory = await createTestUser(kept, { name: 'mallory', in: 'own' })
  const deny: Permission[] = ['security:write', 'billing:write']
  limited = await createTestUser(kept, { name: 'lim', in: 'own', role: 'admin', grants: { allow: [], deny } })
  const permissions: Permission[] = ['organization:read', 'organization:write', 'billing:write', 'security:read']
  const custom_roles = [{ name: 'Settings', description: '', permissions }]
  const { data } = await admin.client.accessControls.update({ organization: 'own', custom_roles })
  await admin.client.users.update({ id: mallory.userId, custom_role_id: data.custom_roles[0]?.id })
})
afterAll(() => kept.close())

async function send({ headers }: TestUser, method: string, path: string, body?: object) {
  const response = await fetch(`${kept.url}/v1/organizations/${id}${path}`, {
    method,
    headers: { ...headers, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  const { message, data } = JSON.parse(await response.text())
  return { status: response.status, message, data }
}

/** Titles of the security alerts of one action. */
async function alertsOf(action: string): Promise<string[]> {
  const filters = [{ label: 'rule' as const, values: [action] }]
  const { data } = await admin.client.alerts.previewRule({ kinds: ['security'], min_severity: 'high', filters })
  return data.map(({ title }) => title)
}

describe('an admin', () => {
  it('adds providers and a token, and each raises an alert', async () => {
    samlProvider = (await send(admin, 'POST', '/saml-providers', { ...saml, default_role: 'billing_admin' })).data
    oidcProvider = (await send(admin, 'POST', '/identity-providers', oidc)).data
    tokenId = (await send(admin, 'POST', '/provisioning/tokens')).data.id
    expect(samlProvider).toMatchObject({ name: 'Corp', default_role: 'billing_admin' })
    expect((await alertsOf('identity_provider.added')).sort()).toEqual([
      'The SAML identity provider "Corp" was added',
      'The identity provider "Login" was added',
    ])
    expect(await alertsOf('scim_token.created')).toEqual([
      'A provisioning token was created. Previous tokens were set to end in 24 hours',
    ])
  })

  it('changes them, and each raises an alert', async () => {
    const replaced = { metadata: new IdentityProviderForTest().metadata() }
    expect(await send(admin, 'PATCH', `/saml-providers/${samlProvider.id}`, replaced)).toMatchObject({ status: 200 })
    const off = { enabled: false }
    expect(await send(admin, 'PATCH', `/identity-providers/${oidcProvider.id}`, off)).toMatchObject({ status: 200 })
    expect((await alertsOf('identity_provider.changed')).sort()).toEqual([
      'The SAML identity provider "Corp" was changed',
      'The identity provider "Login" was changed',
    ])
  })
})

describe('a user with organization:write who is no such admin', () => {
  const group_roles = [{ group: 'Everyone', role: 'user' }]
  const requests: [title: string, method: string, path: () => string, body: object | undefined][] = [
    ['adds an OpenID Connect provider', 'POST', () => '/identity-providers', oidc],
    ['adds a SAML provider', 'POST', () => '/saml-providers', saml],
    ['replaces metadata', 'PATCH', () => `/saml-providers/${samlProvider.id}`, { metadata: idp.metadata() }],
    ['lets a provider begin', 'PATCH', () => `/saml-providers/${samlProvider.id}`, { allow_idp_initiated: true }],
    ['gives newcomers a role', 'PATCH', () => `/saml-providers/${samlProvider.id}`, { default_role: 'user' }],
    ['gives a provider a domain', 'PATCH', () => `/identity-providers/${samlProvider.id}`, { domains: ['a.example'] }],
    ['renames a provider', 'PATCH', () => `/identity-providers/${oidcProvider.id}`, { name: 'Mine' }],
    ['replaces a secret', 'PATCH', () => `/identity-providers/${oidcProvider.id}`, { client_secret: 'mine' }],
    ['turns a provider on', 'PATCH', () => `/identity-providers/${oidcProvider.id}`, { enabled: true }],
    ['turns a provider off', 'PATCH', () => `/identity-providers/${samlProvider.id}`, { enabled: false }],
    ['removes a provider', 'DELETE', () => `/identity-providers/${samlProvider.id}`, undefined],
    ['creates a provisioning token', 'POST', () => '/provisioning/tokens', undefined],
    ['maps groups to roles', 'PUT', () => '/group-roles', { group_roles }],
    ['takes roles from groups', 'PUT', () => '/group-roles', { group_roles: [] }],
  ]
  it.each(requests)('is refused who %s, and nothing changes', async (_title, method, pathOf, body) => {
    const before = await settings()
    for (const user of [mallory, limited]) expect(await send(user, method, pathOf(), body)).toMatchObject(refused)
    expect(await settings()).toEqual(before)
  })

  it('still reads them, checks a domain that a provider has, and revokes a token', async () => {
    expect(await send(mallory, 'GET', '/identity-providers')).toMatchObject({ status: 200 })
    expect(await send(mallory, 'POST', '/domains/corp.example/verify')).toMatchObject({ status: 200 })
    expect(await send(mallory, 'POST', '/domains/mine.example/verify')).toMatchObject({ status: 404 })
    expect(await send(mallory, 'DELETE', `/provisioning/tokens/${tokenId}`)).toMatchObject({ status: 200 })
  })

  async function settings() {
    const paths = ['/identity-providers', '/group-roles', '/provisioning', '/domains']
    return Promise.all(paths.map((path) => send(admin, 'GET', path)))
  }
})

describe('the role of people who come without an invitation', () => {
  /** May run the organization, and not its money. */
  let clerk: TestUser
  let customRoleId: string
  beforeAll(async () => {
    const grants = { allow: [], deny: ['billing:write' as const] }
    clerk = await createTestUser(kept, { name: 'clerk', in: 'own', role: 'admin', grants })
    const { data } = await admin.client.accessControls.get({ organization: 'own' })
    customRoleId = data.custom_roles.find(({ name }) => name === 'Settings')?.id ?? ''
  })

  it.each([
    ['a built-in role', () => ({ default_role: 'billing_admin' })],
    ['a custom role', () => ({ default_custom_role_id: customRoleId })],
  ])('is never more than the permissions of who gives it: %s', async (_title, role) => {
    const beyond = { status: 403, message: "You can't grant permissions you don't have: billing:write." }
    expect(await send(clerk, 'POST', '/identity-providers', { ...oidc, ...role() })).toMatchObject(beyond)
    expect(await send(clerk, 'POST', '/saml-providers', { ...saml, ...role() })).toMatchObject(beyond)
    expect(await send(clerk, 'PATCH', `/identity-providers/${oidcProvider.id}`, role())).toMatchObject(beyond)
    expect(await send(clerk, 'PATCH', `/saml-providers/${samlProvider.id}`, role())).toMatchObject(beyond)
  })

  it('can be what they have, or none', async () => {
    const path = `/identity-providers/${oidcProvider.id}`
    for (const default_role of ['user', null])
      expect(await send(clerk, 'PATCH', path, { default_role })).toMatchObject({ status: 200, data: { default_role } })
    const { data } = await send(admin, 'PATCH', path, { default_custom_role_id: customRoleId })
    expect(data.default_custom_role).toMatchObject({ name: 'Settings' })
  })
})
