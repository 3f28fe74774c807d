/** An organization whose programs rotate their keys has thousands that have ended. None of them hides one that works. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestUser, type TestUser } from '../testing/sign-in.ts'
import { openKept, type TestKept } from '../testing.ts'

const own = { organization: 'own' }
let kept: TestKept
let admin: TestUser
/** The oldest, and the only one that works. */
let key: Awaited<ReturnType<TestUser['client']['apiKeys']['create']>>['data']
beforeAll(async () => {
  kept = await openKept()
  admin = await createTestUser(kept, { name: 'ada', in: 'own', role: 'admin' })
  key = (await admin.client.apiKeys.create({ name: 'billing', scopes: ['costs:read'] })).data
})
afterAll(() => kept.close())

/** Newer ones that are as this one. */
async function addKeys(prefix: string, { count, isRevoked }: { count: number; isRevoked: boolean }): Promise<void> {
  const owner = await kept.world.openOwner()
  try {
    await owner.query(
      `INSERT INTO api_key (organization_id, id, name, hash, scopes, ranges, created_by, created_at, expires_at, revoked_at)
        SELECT organization_id, $2 || to_char(n, 'FM00000'), $2 || n, $2 || n || hash, scopes, ranges, created_by,
          created_at + interval '1 second', expires_at, CASE WHEN $4 THEN now() END
        FROM api_key, generate_series(1, $3::int) AS n WHERE id = $1`,
      [key.id, prefix, count, isRevoked],
    )
  } finally {
    await owner.end()
  }
}

const statusOf = async ({ key: secret }: { key: string }) =>
  (await fetch(`${kept.url}/v1/me`, { headers: { authorization: `Bearer ${secret}` } })).status
const daysFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

it('lists it first, counts it, and a review that revokes it ends it', async () => {
  const request = { ...own, name: 'Q4', due_date: daysFromNow(7), reviewers: [admin.userId], revoke_overdue: false }
  const { data: review } = await admin.client.accessReviews.start(request)
  await addKeys('endedke', { count: 1_000, isRevoked: true })
  const { data: keys } = await admin.client.apiKeys.list({})
  expect(keys).toHaveLength(1_000)
  expect(keys[0]).toMatchObject({ id: key.id, status: 'active' })
  const { data: controls } = await admin.client.accessControls.get(own)
  expect(controls.api_keys.map(({ id }) => id)).toEqual([key.id])
  await admin.client.accessReviews.cancel({ ...own, id: review.id })
  const { data: later } = await admin.client.accessReviews.start({ ...request, name: 'Q5' })
  const item = later.items.find(({ subject_id }) => subject_id === key.id)?.id ?? ''
  const { data: overview } = await admin.client.security.overview(own)
  expect(overview.api_keys.active).toBe(1)
  await addKeys('laterke', { count: 999, isRevoked: false })
  await addKeys('evenlat', { count: 500, isRevoked: true })
  expect(await statusOf(key)).toBe(200)
  await admin.client.accessReviews.decide({ ...own, id: later.id, items: [item], decision: 'revoked' })
  expect(await statusOf(key)).toBe(401)
})

it('refuses the one beyond what a list can have', async () => {
  await addKeys('finalke', { count: 1, isRevoked: false })
  const another = { name: 'another', scopes: ['costs:read' as const] }
  await expect(admin.client.apiKeys.create(another)).rejects.toMatchObject({
    status: 409,
    message: 'An organization can have 1000 active API keys. Revoke those that are not used first.',
  })
  await admin.client.apiKeys.revoke({ id: 'finalke00001' })
  expect((await admin.client.apiKeys.create(another)).data.status).toBe('active')
})
