/** Permissions that are held and not used, from the audit log, over real HTTP. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestUser, type TestUser } from './testing/sign-in.ts'
import { openKept, type TestKept } from './testing.ts'

const own = { organization: 'own' }
const dayMs = 86_400_000
let clock = Date.parse('2026-03-01T12:00:00Z')
let kept: TestKept
let admin: TestUser
let user: TestUser
beforeAll(async () => {
  kept = await openKept({}, { now: () => new Date(clock) })
  await signInAll(false)
  await createTestUser(kept, { name: 'gone', in: 'own', role: 'billing_admin' })
})
afterAll(() => kept.close())

/** Sessions do not last for months. */
async function signInAll(returning: boolean): Promise<void> {
  admin = await createTestUser(kept, { name: 'ada', in: 'own', role: 'admin', returning })
  user = await createTestUser(kept, { name: 'uma', in: 'own', role: 'user', returning })
}
async function pass(days: number): Promise<void> {
  clock += days * dayMs
  await signInAll(true)
}
const usage = async () => (await admin.client.accessControls.usage(own)).data
const unusedOf = async (name: string) => (await usage()).unused.find((holder) => holder.name === name)
const spend = () =>
  user.client.budgets.create({ name: `Budget ${clock}`, period: 'monthly', amount: '100.00', currency: 'USD' })
const changing = ['costs:import', 'recommendations:write', 'savings:write', 'loops:write', 'behavior:write']

it('names nothing while the log does not reach back far enough, and says from when it does', async () => {
  expect(await usage()).toMatchObject({ log_since: null, known_from: null, is_covered: false, unused: [] })
  await admin.client.apiKeys.create({ name: 'ci', scopes: ['costs:read', 'telemetry:write'], expires_in_days: 180 })
  await pass(89)
  await spend()
  expect(await usage()).toMatchObject({
    ...{ unused_after_days: 90, log_since: '2026-03-01T12:00:00.000Z', known_from: '2026-05-30T12:00:00.000Z' },
    ...{ is_covered: false, unused: [], roles: [] },
  })
})

it('names what was not used, of users, of API keys and of roles, and everything of who did nothing', async () => {
  await pass(2)
  expect(await unusedOf('uma')).toMatchObject({ kind: 'person', is_complete: false })
  const permissions = (await unusedOf('uma'))?.permissions
  expect(permissions).toEqual(expect.arrayContaining(changing))
  expect(permissions).not.toContain('alerts:write')
  expect(permissions).not.toContain('costs:read')
  // The key is older than the period.
  expect((await unusedOf('ada'))?.permissions).toContain('api_keys:write')
  expect(await unusedOf('ada')).toMatchObject({ is_complete: false })
  expect(await unusedOf('gone')).toMatchObject({ kind: 'person', is_complete: true })
  expect((await unusedOf('gone'))?.permissions).toContain('costs:read')
  const key = { kind: 'api_key', is_complete: true, permissions: ['costs:read', 'telemetry:write'] }
  expect(await unusedOf('ci')).toMatchObject(key)
  const { roles } = await usage()
  expect(roles.find(({ id }) => id === 'billing_admin')).toMatchObject({ people: 1 })
  expect(roles.find(({ id }) => id === 'user')?.permissions).not.toContain('alerts:write')
})

it('is part of an access review, as it was when the review began', async () => {
  const { data } = await admin.client.accessReviews.start({
    ...{ ...own, name: 'Q2', reviewers: [admin.userId] },
    due_date: new Date(clock + 7 * dayMs).toISOString().slice(0, 10),
  })
  const item = data.items.find(({ name }) => name === 'uma')
  expect(item?.unused).toEqual((await unusedOf('uma'))?.permissions)
  expect(data.items.find(({ kind }) => kind === 'api_key')?.unused).toEqual(['costs:read', 'telemetry:write'])
})

it('forgets what was taken away, and does not name what was given lately', async () => {
  const held = await unusedOf('uma')
  await admin.client.accessControls.update({
    ...{ ...own, people: [{ id: user.userId, allow: ['billing:write'], deny: held?.permissions ?? [] }] },
  })
  expect(await unusedOf('uma')).toBeUndefined()
  await pass(91)
  expect((await unusedOf('uma'))?.permissions).toEqual(['billing:write', 'alerts:write'])
})

it('is for who may read the security area, and for no other organization', async () => {
  await expect(user.client.accessControls.usage(own)).rejects.toMatchObject({ status: 403 })
  await expect(admin.client.accessControls.usage({ organization: 'other' })).rejects.toMatchObject({ status: 404 })
})
