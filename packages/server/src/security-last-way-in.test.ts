/** The last admin who can sign in keeps what they sign in with: a passkey, or the identity provider that they use. */
import { randomUUID } from 'node:crypto'
import type { SignInMethod } from '@kept/domain/security-policy-kinds.ts'
import { linkAccount } from '@kept/store/people/credentials.ts'
import { addIdentityProvider } from '@kept/store/people/identity-providers.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newOrganization } from './testing/new-organization.ts'
import { createTestUser, type TestUser } from './testing/sign-in.ts'
import { openKept, type TestKept } from './testing.ts'

let kept: TestKept
beforeAll(async () => {
  kept = await openKept()
})
afterAll(() => kept.close())

const lastWayIn = {
  status: 409,
  message: expect.stringContaining('At least one admin of "Fresh" must be able to sign in under its policies.'),
}

async function addPasskey({ userId }: TestUser): Promise<string> {
  const { id } = await kept.world.database.shared
    .insertInto('passkey')
    .values({ user_id: userId, name: 'key', credential_id: randomUUID(), public_key: 'key', transports: '[]' })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

function limit({ client }: Pick<TestUser, 'client'>, organization: string, methods: SignInMethod[]) {
  const settings = { methods, email_domains: [] }
  return client.securityPolicies.create({ organization, kind: 'sign_in', settings, enabled: true })
}

describe('where only a passkey lets anyone in', () => {
  async function passkeyOrganization() {
    const created = await newOrganization(kept)
    const ada = await created.addAdmin('ada', { method: 'passkey' })
    const key = await addPasskey(ada)
    await limit(ada, created.organization, ['passkey'])
    return { ...created, ada, key }
  }

  it('keeps the last passkey of the last admin, and removes any other', async () => {
    const { organization, ada, key } = await passkeyOrganization()
    await expect(ada.client.auth.removePasskey({ id: key })).rejects.toMatchObject(lastWayIn)
    expect((await ada.client.auth.factors({})).passkeys.map(({ id }) => id)).toEqual([key])
    const second = await addPasskey(ada)
    await ada.client.auth.removePasskey({ id: key })
    await expect(ada.client.auth.removePasskey({ id: second })).rejects.toMatchObject(lastWayIn)
    const [policy] = (await ada.client.securityPolicies.list({ organization })).data
    await ada.client.securityPolicies.remove({ organization, id: policy?.id ?? '' })
    await ada.client.auth.removePasskey({ id: second })
  })

  it('keeps one of two when both admins remove theirs at once', async () => {
    const { ada, key, addAdmin } = await passkeyOrganization()
    const eve = await addAdmin('eve', { method: 'passkey' })
    const keyOfEve = await addPasskey(eve)
    const outcomes = await Promise.allSettled([
      ada.client.auth.removePasskey({ id: key }),
      eve.client.auth.removePasskey({ id: keyOfEve }),
    ])
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({ reason: lastWayIn })
  })

  it('removes more at once than there are connections to the database', async () => {
    const { ada } = await passkeyOrganization()
    const keys = await Promise.all(Array.from({ length: 30 }, () => addPasskey(ada)))
    await Promise.all(keys.map((id) => ada.client.auth.removePasskey({ id })))
    expect((await ada.client.auth.factors({})).passkeys).toHaveLength(1)
  })

  it('asks every organization of the user', async () => {
    const first = await passkeyOrganization()
    await addPasskey(await first.addAdmin('eve', { method: 'passkey' }))
    const second = await newOrganization(kept)
    const [name = ''] = first.ada.email.split('@')
    const admin = { role: 'admin', method: 'passkey', emailDomain: 'corp.example' } as const
    const elsewhere = await createTestUser(kept, { name, in: second.scope, ...admin })
    expect(elsewhere.userId).toBe(first.ada.userId)
    await limit(elsewhere, second.organization, ['passkey'])
    await expect(first.ada.client.auth.removePasskey({ id: first.key })).rejects.toMatchObject(lastWayIn)
    await addPasskey(await second.addAdmin('kim', { method: 'passkey' }))
    await first.ada.client.auth.removePasskey({ id: first.key })
  })
})

describe('where identity providers and passkeys let someone in', () => {
  it('keeps the provider of the last admin, whatever other providers there are', async () => {
    const { id, scope, organization, operator, addAdmin } = await newOrganization(kept)
    const { database } = kept.world
    const [ofAdmins, ofContractors] = [randomUUID(), randomUUID()]
    const provider = { issuer: 'https://id.example.com', client_id: 'kept', client_secret: 'x', domains: [] }
    for (const [providerId, name] of [
      [ofAdmins, 'Corp'],
      [ofContractors, 'Contractors'],
    ] as const)
      await database.scoped(scope, (tx) =>
        addIdentityProvider(tx, {
          ...{ id: providerId, name, ...provider },
          ...{ default_role: null, enabled: true, at: new Date() },
        }),
      )
    const ada = await addAdmin('ada', { method: 'identity_provider', bound: true })
    const account = { providerId: `oidc:${ofAdmins}`, accountId: ada.userId, now: new Date() }
    await linkAccount(database, { userId: ada.userId, ...account })
    await limit(ada, organization, ['identity_provider', 'passkey'])
    const { updateIdentityProvider, removeIdentityProvider } = operator.organizations
    const change = { id, provider_id: ofAdmins }
    await expect(updateIdentityProvider({ ...change, enabled: false })).rejects.toMatchObject(lastWayIn)
    await expect(removeIdentityProvider(change)).rejects.toMatchObject(lastWayIn)
    const { data } = await updateIdentityProvider({ ...change, name: 'Corporate' })
    expect(data).toMatchObject({ name: 'Corporate', enabled: true })
    await removeIdentityProvider({ id, provider_id: ofContractors })
    await addPasskey(ada)
    await removeIdentityProvider(change)
  })
})
