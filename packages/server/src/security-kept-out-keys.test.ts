/** API keys whose creators a policy keeps out, over real HTTP: they go on working, and every list of access says so. */
import { createKeptClient } from '@kept/contract/testing/client.ts'
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

/** Two admins with passwords, Eve at another domain, and a key of Eve's that is used and limited, so at no other risk. */
async function withKeyOfEve() {
  const { organization, scope } = await newOrganization(kept)
  const admin = async (name: string, emailDomain: string): Promise<TestUser> => {
    const user = await createTestUser(kept, { name, in: scope, role: 'admin', emailDomain })
    const account = { providerId: 'credential', accountId: user.userId, now: new Date() }
    await linkAccount(kept.world.database, { userId: user.userId, ...account })
    return user
  }
  const [ada, eve] = [await admin('ada', `${organization}.corp`), await admin('eve', `${organization}.else`)]
  const { data } = await eve.client.apiKeys.create({
    name: 'ci',
    scopes: ['recommendations:read'],
    ranges: ['127.0.0.1'],
  })
  const program = createKeptClient({ url: kept.url, headers: () => ({ authorization: `Bearer ${data.key}` }) })
  await program.costOptimization.recommendations({})
  const keysAtRisk = async () => (await ada.client.security.overview({ organization })).data.api_keys.at_risk
  return { organization, ada, eve, program, keysAtRisk }
}

const policies = [
  {
    ...({ kind: 'sign_in', reason: 'can no longer sign in' } as const),
    settingsOf: (organization: string) => ({ methods: ['password' as const], email_domains: [`${organization}.corp`] }),
  },
  {
    ...({ kind: 'second_factor', reason: 'has no second factor' } as const),
    settingsOf: () => ({ applies_to: 'everyone' as const }),
  },
]

it.each(policies)('$kind names the key before it is switched on, and the overview after it', async (policy) => {
  const { organization, ada, eve, program, keysAtRisk } = await withKeyOfEve()
  const settings = policy.settingsOf(organization)
  expect(await keysAtRisk()).toEqual({ total: 0, worst: [] })
  const request = { organization, kind: policy.kind, settings }
  const { data: preview } = await ada.client.securityPolicies.preview(request)
  expect(preview.api_keys.map(({ name, effect }) => `${name} ${effect}`)).toEqual([
    `ci goes on working, although its creator eve ${policy.reason}`,
  ])
  const { data: created } = await ada.client.securityPolicies.create({ ...request, enabled: true })
  await expect(eve.client.security.overview({ organization })).rejects.toMatchObject({ status: 403 })
  expect((await program.costOptimization.recommendations({})).data).toEqual([])
  if (policy.kind === 'second_factor') return
  expect(await keysAtRisk()).toMatchObject({
    total: 1,
    worst: [{ name: 'ci', reasons: [{ check_id: 'api-keys-owned', reason: `Its creator ${policy.reason}` }] }],
  })
  const due_date = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10)
  const { data: review } = await ada.client.accessReviews.start({
    ...{ organization, name: 'Q4', due_date, reviewers: [ada.userId] },
  })
  expect(review.items.filter(({ kind }) => kind === 'api_key')).toMatchObject([
    { name: 'ci', description: 'Created by eve, who can no longer sign in, 1 scope' },
  ])
  const { data: scan } = await ada.client.securityScans.start({ organization, kind: 'secrets' })
  const read = async () => (await ada.client.securityScans.get({ organization, id: scan.id })).data
  await expect.poll(read).toMatchObject({ status: 'completed' })
  expect((await read()).results.find(({ check_id }) => check_id === 'api-keys-owned')).toMatchObject({
    ...{ status: 'fail', detail: '1 of 1 API key: ci.' },
  })
  // Without the policy nothing is left of it.
  await ada.client.securityPolicies.remove({ organization, id: created.id })
  expect(await keysAtRisk()).toEqual({ total: 0, worst: [] })
})
