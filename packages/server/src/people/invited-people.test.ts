/** Invited users who have not accepted yet: the list shows them, so every call that takes their id works. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestUser, type TestUser } from '../testing/sign-in.ts'
import { openKept, type TestKept } from '../testing.ts'

let kept: TestKept
let ann: TestUser
beforeAll(async () => {
  kept = await openKept()
  ann = await createTestUser(kept, { name: 'ann', in: 'own', role: 'admin' })
})
afterAll(() => kept.close())

const invite = async (name: string, role: 'user' | 'billing_admin' = 'user') =>
  (await ann.client.users.create({ email: `${name}@example.com`, full_name: name, role })).data

it('invites as user unless another role is given', async () => {
  const { data } = await ann.client.users.create({ email: 'plain@example.com' })
  expect(data).toMatchObject({ role: 'user', status: 'invited' })
})

it('rejects a second invitation of the same address and leaves the first unchanged', async () => {
  const first = await invite('twice', 'billing_admin')
  await expect(ann.client.users.create({ email: 'Twice@example.com' })).rejects.toMatchObject({
    code: 'conflict',
    status: 409,
    message: expect.stringContaining('twice@example.com is already invited as billing_admin'),
  })
  await expect(ann.client.users.invite({ email: 'twice@example.com' })).rejects.toMatchObject({ status: 409 })
  expect((await ann.client.users.get({ id: first.id })).data).toEqual(first)
})

it('invites once when the same address is sent concurrently', async () => {
  const answers = await Promise.allSettled(
    Array.from({ length: 5 }, () => ann.client.users.create({ email: 'burst@example.com' })),
  )
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

it('changes the role of an invited user, and records it in their activity', async () => {
  const { id } = await invite('role')
  expect((await ann.client.users.update({ id, role: 'billing_admin' })).data).toMatchObject({
    id,
    role: 'billing_admin',
    status: 'invited',
  })
  expect((await ann.client.users.permissions({ id })).data).toMatchObject({
    role: 'billing_admin',
    allow: [],
    deny: [],
  })
  expect((await ann.client.users.sessions({ id })).data).toEqual([])
  const { data: events } = await ann.client.users.activity({ id })
  expect(events.map(({ action }) => action)).toEqual(['invitation.role_changed', 'invitation.sent'])
})

it('explains what is not possible before the invitation is accepted', async () => {
  const { id } = await invite('waits')
  const message = expect.stringContaining('has not accepted the invitation yet')
  await expect(ann.client.users.update({ id, status: 'disabled' })).rejects.toMatchObject({ status: 409, message })
  await expect(ann.client.users.grant({ id, allow: [], deny: [] })).rejects.toMatchObject({ status: 409, message })
})

it('revokes an invitation when the user is removed, one or several, and restores it', async () => {
  const first = await invite('one')
  const two = await invite('two')
  const bob = await createTestUser(kept, { name: 'bob', in: 'own' })
  await ann.client.users.remove({ id: first.id })
  await expect(ann.client.users.get({ id: first.id })).rejects.toMatchObject({ status: 404 })
  const { data } = await ann.client.users.bulkRemove({ user_ids: [two.id, bob.userId] })
  expect(data.map(({ id }) => id).sort()).toEqual([two.id, bob.userId].sort())
  await ann.client.users.restore({ user_ids: [first.id, two.id, bob.userId] })
  expect((await ann.client.users.get({ id: first.id })).data).toEqual(first)
  expect((await ann.client.users.get({ id: bob.userId })).data).toMatchObject({ status: 'active' })
})

it('changes none of several when one is rejected', async () => {
  const { id } = await invite('whole')
  await expect(ann.client.users.bulkRemove({ user_ids: [id, ann.userId] })).rejects.toMatchObject({ status: 403 })
  expect((await ann.client.users.get({ id })).data.status).toBe('invited')
})

it('hides invited users from other organizations', async () => {
  const { id } = await invite('far')
  const otherUser = await createTestUser(kept, { name: 'eve', in: 'other', role: 'admin' })
  await expect(otherUser.client.users.update({ id, role: 'admin' })).rejects.toMatchObject({ status: 404 })
  await expect(otherUser.client.users.remove({ id })).rejects.toMatchObject({ status: 404 })
  await expect(otherUser.client.users.activity({ id })).rejects.toMatchObject({ status: 404 })
})

it('returns the user record with its organization and its creation time', async () => {
  const { user } = await ann.client.auth.profile({})
  expect(user).toMatchObject({
    organization_id: kept.world.scope.organizationId,
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    preferences: {},
  })
  expect((await ann.client.auth.session({})).user).toEqual(user)
})
