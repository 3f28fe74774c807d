/** Users, invitations, organizations, API keys. */
import { randomUUID } from 'node:crypto'
import { IdentityProviderForTest } from '../../identity/saml/testing/identity-provider.ts'
import { invitationToken } from '../mails.ts'
import { type Bench, elsewhere, type WriteEntries, writes } from './acknowledged-write.ts'

const email = () => `${randomUUID()}@example.com`
const member = async ({ createUser }: Bench) => (await createUser()).userId
const removed = async (bench: Bench) => {
  const id = await member(bench)
  await bench.client.users.remove({ id })
  return id
}
const invitation = async ({ client }: Bench) => (await client.users.invite({ email: email() })).data.id
const key = async ({ admin }: Bench) =>
  (await admin.client.apiKeys.create({ name: randomUUID(), scopes: ['costs:read'] })).data.id

const settings = (domain: string) => ({
  name: randomUUID(),
  issuer: 'https://id.example.com',
  client_id: 'c',
  client_secret: 's',
  domains: [domain],
})
async function provider({ admin, scope }: Bench, domain = `${randomUUID()}.example`) {
  const id = scope.organizationId
  const { data } = await admin.client.organizations.addIdentityProvider({ id, ...settings(domain) })
  return { id, provider_id: data.id }
}
const idp = new IdentityProviderForTest()
const samlSettings = () => ({ name: randomUUID(), metadata: idp.metadata(), domains: [`${randomUUID()}.example`] })
const scim = elsewhere('in one transaction before the response: provisioning/scim.test.ts')
const peopleFile = () => `email\n${email()}\n`

export const peopleWrites: WriteEntries = {
  'POST /api/users': writes('invitation', () => ({ body: { email: email() } })),
  'PATCH /api/users/{id}': writes('membership', async (bench) => ({
    path: { id: await member(bench) },
    body: { role: 'billing_admin' },
  })),
  'DELETE /api/users/{id}': writes('membership', async (bench) => ({ path: { id: await member(bench) } })),
  'POST /v1/users/bulk-update': writes('membership', async (bench) => ({
    body: { user_ids: [await member(bench)], updates: { status: 'disabled' } },
  })),
  'POST /v1/users/bulk-delete': writes('membership', async (bench) => ({ body: { user_ids: [await member(bench)] } })),
  'POST /v1/users/restore': writes('membership', async (bench) => ({ body: { user_ids: [await removed(bench)] } })),
  'PUT /v1/users/{id}/permissions': writes('membership', async (bench) => ({
    path: { id: await member(bench) },
    body: { allow: [], deny: ['costs:import'] },
  })),
  'DELETE /v1/users/{id}/sessions/{sessionId}': writes('session', async ({ createUser }) => {
    const { userId: id, sessionId } = await createUser()
    return { path: { id, sessionId } }
  }),
  'POST /v1/users/invite': writes('invitation', () => ({ body: { email: email() } })),
  'POST /v1/users/invitations/{id}/resend': writes('invitation', async (bench) => {
    const id = await invitation(bench)
    // Sent a moment ago, it would wait.
    await bench.database.scoped(bench.scope, (tx) =>
      tx
        .updateTable('invitation')
        .set({ sent_at: new Date(Date.now() - 3_600_000) })
        .where('id', '=', id)
        .execute(),
    )
    return { path: { id } }
  }),
  'DELETE /v1/users/invitations/{id}': writes('invitation', async (bench) => ({
    path: { id: await invitation(bench) },
  })),
  'POST /v1/users/import': writes('people_import', () => ({
    query: 'name=p.csv',
    body: peopleFile(),
    headers: { 'content-type': 'text/csv' },
  })),
  'POST /v1/users/import/{id}/commit': writes('invitation', async ({ sendFile, admin }) => ({
    path: { id: String((await sendFile('/v1/users/import?name=p.csv', peopleFile(), admin.headers)).id) },
  })),
  'POST /v1/organizations': writes('organization', async ({ createUser }) => ({
    body: { name: 'Another' },
    headers: (await createUser({ in: null })).headers,
  })),
  'PATCH /v1/organizations/{id}': writes('organization', ({ scope }) => ({
    path: { id: scope.organizationId },
    body: { name: 'Renamed' },
  })),
  'POST /v1/organizations/{id}/leave': writes('membership', async ({ createUser, scope }) => ({
    path: { id: scope.organizationId },
    headers: (await createUser()).headers,
  })),
  'POST /v1/organizations/{id}/switch': writes('session', async ({ createUser, scope }) => {
    const user = await createUser({ in: null })
    const { data } = await user.client.organizations.create({ name: 'First' })
    await user.client.organizations.create({ name: 'Second' })
    return { path: { id: data.id ?? scope.organizationId }, headers: user.headers }
  }),
  'POST /v1/invitations/accept': writes('membership', async (bench) => {
    const user = await bench.createUser({ in: 'other' })
    await bench.client.users.invite({ email: user.email })
    const token = await invitationToken({ server: { services: bench.services } } as never, user.email)
    return { body: { token }, headers: user.headers }
  }),
  'POST /v1/organizations/{id}/identity-providers': writes('identity_provider', ({ scope }) => ({
    path: { id: scope.organizationId },
    body: settings(`${randomUUID()}.example`),
  })),
  'PATCH /v1/organizations/{id}/identity-providers/{provider_id}': writes('identity_provider', async (bench) => ({
    path: await provider(bench),
    body: { enabled: false },
  })),
  'DELETE /v1/organizations/{id}/identity-providers/{provider_id}': writes('identity_provider', async (bench) => ({
    path: await provider(bench),
  })),
  'POST /v1/organizations/{id}/saml-providers': writes('identity_provider', ({ scope }) => ({
    path: { id: scope.organizationId },
    body: samlSettings(),
  })),
  'PATCH /v1/organizations/{id}/saml-providers/{provider_id}': writes('identity_provider', async (bench) => {
    const id = bench.scope.organizationId
    const { data } = await bench.admin.client.singleSignOn.addSaml({ id, ...samlSettings() })
    return { path: { id, provider_id: data.id }, body: { allow_idp_initiated: true } }
  }),
  'PUT /v1/organizations/{id}/group-roles': writes('group_role', ({ scope }) => ({
    path: { id: scope.organizationId },
    body: { group_roles: [{ group: randomUUID(), role: 'user' }] },
  })),
  'POST /v1/organizations/{id}/provisioning/tokens': writes('scim_token', ({ scope }) => ({
    path: { id: scope.organizationId },
    body: {},
  })),
  'DELETE /v1/organizations/{id}/provisioning/tokens/{token_id}': writes('scim_token', async (bench) => {
    const id = bench.scope.organizationId
    const { data } = await bench.admin.client.provisioning.createToken({ id })
    return { path: { id, token_id: data.id } }
  }),
  ...Object.fromEntries(
    ['Users', 'Groups'].flatMap((name) => [
      [`POST /scim/v2/${name}`, scim],
      ...['PUT', 'PATCH', 'DELETE'].map((method) => [`${method} /scim/v2/${name}/{id}`, scim]),
    ]),
  ),
  'POST /api/auth/saml/{id}/acs': elsewhere('sign-in: identity/saml/saml.test.ts'),
  'POST /v1/organizations/{id}/domains/{domain}/verify': writes('organization_domain', async (bench) => {
    const domain = `${randomUUID()}.example`
    const { id } = await provider(bench, domain)
    const { data } = await bench.admin.client.organizations.domains({ id })
    const { record } = data.find((candidate) => candidate.domain === domain) ?? {}
    bench.dns.records.set(record?.name ?? '', [record?.value ?? ''])
    return { path: { id, domain } }
  }),
  'POST /v1/api-keys': writes('api_key', () => ({ body: { name: randomUUID(), scopes: ['costs:read'] } })),
  'DELETE /v1/api-keys/{id}': writes('api_key', async (bench) => ({ path: { id: await key(bench) } })),
  'POST /v1/api-keys/{id}/rotate': writes('api_key', async (bench) => ({ path: { id: await key(bench) }, body: {} })),
  'POST /newsletter': writes('newsletter_subscriber', () => ({ body: { email: email() } })),
  'POST /newsletter/confirm': elsewhere('a form: site/forms.test.ts; the same statements as the subscription'),
  'POST /newsletter/unsubscribe': elsewhere('a form: site/forms.test.ts; the same statements as the subscription'),
  'POST /contact': elsewhere('stores nothing: it answers once the mail server has accepted the message'),
}
