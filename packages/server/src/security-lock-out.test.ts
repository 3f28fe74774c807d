/**
 * Policies that together would lock out every admin, over HTTP, in whichever order they are enabled: who can sign in only
 * with the organization's identity provider can't set up a second factor.
 */
import type { PolicySettings } from '@kept/domain/security-policy.ts'
import type { PolicyKind } from '@kept/domain/security-policy-kinds.ts'
import { linkAccount } from '@kept/store/people/credentials.ts'
import { addIdentityProvider, updateIdentityProvider } from '@kept/store/people/identity-providers.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createTestUser, type TestUser } from './testing/sign-in.ts'
import { openKept, type TestKept } from './testing.ts'

const own = { organization: 'own' }
const providerId = crypto.randomUUID()
const onlyProvider = { methods: ['identity_provider' as const], email_domains: [] }
const ofAdmins = { applies_to: 'admins' as const }
const ofEveryone = { applies_to: 'everyone' as const }

let kept: TestKept
let admin: TestUser
let user: TestUser
beforeAll(async () => {
  kept = await openKept()
  const { database, scope } = kept.world
  const provider = {
    name: 'Corp',
    domains: [],
    issuer: 'https://id.example.com',
    client_id: 'kept',
    client_secret: 'x',
  }
  const newcomers = { default_role: null, enabled: true }
  await database.scoped(scope, (tx) =>
    addIdentityProvider(tx, { id: providerId, ...provider, ...newcomers, at: new Date() }),
  )
  const bound = { in: 'own', bound: true, method: 'identity_provider' } as const
  admin = await createTestUser(kept, { name: 'ada', role: 'admin', ...bound })
  user = await createTestUser(kept, { name: 'uma', role: 'user', ...bound })
  for (const { userId } of [admin, user])
    await linkAccount(database, { userId, providerId: `oidc:${providerId}`, accountId: userId, now: new Date() })
})
afterAll(() => kept.close())
afterEach(async () => {
  const { data } = await kept.client.securityPolicies.list(own)
  for (const { id } of data) await kept.client.securityPolicies.remove({ ...own, id })
  await kept.world.database.pool.query('DELETE FROM passkey')
  await switchProvider(true)
})

const enable = (kind: PolicyKind, settings: PolicySettings, client = admin.client) =>
  client.securityPolicies.create({ ...own, kind, settings, enabled: true })
const policies = async () => (await kept.client.securityPolicies.list(own)).data.map(({ kind }) => kind)
const switchProvider = (enabled: boolean) =>
  kept.world.database.scoped(kept.world.scope, (tx) => updateIdentityProvider(tx, providerId, { enabled }))
const addPasskey = ({ userId }: TestUser) =>
  kept.world.database.shared
    .insertInto('passkey')
    .values({ user_id: userId, name: 'key', credential_id: userId, public_key: 'key', transports: '[]' })
    .execute()
const conflict = (message: string) => ({ status: 409, message: expect.stringContaining(message) })
const themselves = "so that you don't lock yourself out"
const every = 'every admin would be locked out'

describe('a second factor where only the identity provider lets anyone in', () => {
  it('is refused, in either order, by the policy and by the switch of the organization', async () => {
    const { organizationId: id } = kept.world.scope
    await enable('sign_in', onlyProvider)
    await expect(enable('second_factor', ofAdmins)).rejects.toMatchObject(conflict(themselves))
    await expect(enable('second_factor', ofAdmins, kept.client)).rejects.toMatchObject(conflict(every))
    for (const client of [admin.client, kept.client])
      await expect(client.organizations.update({ id, require_second_factor: true })).rejects.toMatchObject({
        status: 409,
      })
    expect(await policies()).toEqual(['sign_in'])
    const { data: organization } = await admin.client.organizations.get({ id })
    expect(organization.require_second_factor).toBe(false)
  })

  it('is refused when the sign-in is limited later', async () => {
    await enable('second_factor', ofAdmins, kept.client)
    await expect(enable('sign_in', onlyProvider, kept.client)).rejects.toMatchObject(conflict(every))
    expect(await policies()).toEqual(['second_factor'])
  })

  it('is allowed once an admin has one, and names who is kept out', async () => {
    await enable('sign_in', onlyProvider)
    await addPasskey(admin)
    const { data } = await admin.client.securityPolicies.preview({
      ...own,
      kind: 'second_factor',
      settings: ofEveryone,
    })
    expect(data).toMatchObject({
      people: [{ name: 'uma', effect: 'has no second factor and no allowed way to sign in to set one up' }],
      refusal: null,
    })
    await enable('second_factor', ofEveryone)
    await expect(admin.client.securityPolicies.list(own)).resolves.toBeDefined()
  })

  it('is allowed where a password is, which an email sets', async () => {
    const { data } = await admin.client.securityPolicies.preview({ ...own, kind: 'second_factor', settings: ofAdmins })
    expect(data).toMatchObject({ people: [{ name: 'ada', effect: 'has to set up a second factor' }], refusal: null })
  })
})

describe('only an identity provider that is turned off', () => {
  it('can not be the only way in', async () => {
    await switchProvider(false)
    await expect(enable('sign_in', onlyProvider)).rejects.toMatchObject(conflict('is turned off'))
    await expect(enable('sign_in', onlyProvider, kept.client)).rejects.toMatchObject(conflict(every))
    expect(await policies()).toEqual([])
  })
})

describe('the switch of the organization', () => {
  const alerts = async () => {
    const { data } = await kept.client.security.listAuditLogs({ ...own, action: 'security_policy.weakened' })
    return data.length
  }

  it('records that a policy was weakened, as the policy itself does', async () => {
    const { organizationId: id } = kept.world.scope
    await kept.client.organizations.update({ id, require_second_factor: true })
    const before = await alerts()
    await kept.client.organizations.update({ id, require_second_factor: false })
    expect(await alerts()).toBe(before + 1)
    await kept.client.organizations.update({ id, require_second_factor: false })
    expect(await alerts()).toBe(before + 1)
  })

  it('requires a second factor of admins only, also where a wider policy is disabled', async () => {
    const { organizationId: id } = kept.world.scope
    const wider = { ...own, kind: 'second_factor', settings: ofEveryone, enabled: false } as const
    await kept.client.securityPolicies.create(wider)
    await kept.client.organizations.update({ id, require_second_factor: true })
    expect((await kept.client.securityPolicies.list(own)).data).toMatchObject([{ enabled: true, settings: ofAdmins }])
  })

  it('needs the permission to change policies, and changes nothing without it', async () => {
    const { organizationId: id } = kept.world.scope
    const manager = await createTestUser(kept, {
      ...{ name: 'mia', in: 'own', role: 'user' },
      grants: { allow: ['organization:write', 'organization:read'], deny: [] },
    })
    const change = { id, name: 'Renamed', require_second_factor: true }
    await expect(manager.client.organizations.update(change)).rejects.toMatchObject({ status: 403 })
    expect((await manager.client.organizations.get({ id })).data).toMatchObject({ require_second_factor: false })
    expect((await manager.client.organizations.update({ id, name: 'Own' })).data).toMatchObject({ name: 'Own' })
  })
})
