/** Accounts of Supabase, which checks passwords: policies count them as a way to sign in with a password. */
import { linkAccount } from '@kept/store/people/credentials.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newOrganization } from './testing/new-organization.ts'
import { createTestUser, type TestUser } from './testing/sign-in.ts'
import { openKept, type TestKept } from './testing.ts'

let kept: TestKept
beforeAll(async () => {
  kept = await openKept()
})
afterAll(() => kept.close())

const settings = { methods: ['password' as const], email_domains: ['corp.example'] }

async function twoAdmins() {
  const created = await newOrganization(kept)
  const admin = async (name: string, emailDomain: string): Promise<TestUser> => {
    const inside = { in: created.scope, role: 'admin', emailDomain } as const
    const user = await createTestUser(kept, { name: `${name}-${created.organization}`, ...inside })
    const account = { providerId: 'supabase', accountId: user.userId, now: new Date() }
    await linkAccount(kept.world.database, { userId: user.userId, ...account })
    return user
  }
  return { ...created, ada: await admin('ada', 'corp.example'), eve: await admin('eve', 'else.example') }
}

it('names only those whom the policy keeps out', async () => {
  const { organization, ada, eve } = await twoAdmins()
  const { data } = await ada.client.securityPolicies.preview({ organization, kind: 'sign_in', settings })
  expect(data.refusal).toBeNull()
  expect(data.people.map((person) => person.id)).toEqual([eve.userId])
})

it('keeps the last admin who can sign in', async () => {
  const { id, organization, ada } = await twoAdmins()
  await ada.client.securityPolicies.create({ organization, kind: 'sign_in', settings, enabled: true })
  const lastWayIn = 'At least one admin of "Fresh" must be able to sign in under its policies.'
  await expect(ada.client.organizations.leave({ id })).rejects.toThrow(lastWayIn)
  await expect(ada.client.deletion.requestAccount({ email: ada.email })).rejects.toThrow(lastWayIn)
  expect((await ada.client.session.me({})).data.user.role).toBe('admin')
})
