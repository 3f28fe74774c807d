import { randomUUID } from 'node:crypto'
import { rolePermissions, runsOrganization } from '@kept/domain/permission.ts'
import { noteAudit } from '@kept/store/audit/record.ts'
import { ensureOrganization } from '@kept/store/organizations/ensure.ts'
import { addMembership, findActiveAdmins } from '@kept/store/people/members.ts'
import { ensurePerson } from '@kept/store/people/persons.ts'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createTestUser, type TestUser } from '../testing/sign-in.ts'
import { Visitor } from '../testing/visitor.ts'
import { openKept, type TestKept } from '../testing.ts'
import { lastAdminMessage } from './change-refusal.ts'

let kept: TestKept
beforeAll(async () => {
  kept = await openKept()
})
afterAll(() => kept.close())

type Role = 'admin' | 'user' | 'billing_admin'

/** A separate organization for a test, with these users signed in to it. */
async function createOrganizationWith<Name extends string>(
  names: Record<Name, Role>,
): Promise<{ scope: { organizationId: string } } & Record<Name, TestUser>> {
  const slug = `fresh-${randomUUID().slice(0, 8)}`
  const { id } = await ensureOrganization(kept.world.database, { slug, name: 'Fresh', demo: false })
  const scope = { organizationId: id }
  const people: Record<string, TestUser> = {}
  for (const [name, role] of Object.entries<Role>(names)) {
    people[name] = await createTestUser(kept, { name: `${name}-${slug}`, in: scope, role })
  }
  return Object.assign(people as Record<Name, TestUser>, { scope })
}

it('lists users by page, search, role and status', async () => {
  const { ann, bob } = await createOrganizationWith({ ann: 'admin', bob: 'user', cy: 'billing_admin' })
  await ann.client.users.update({ id: bob.userId, status: 'disabled' })
  await ann.client.users.create({ email: 'New_One@Example.com', full_name: 'New One', role: 'user' })
  const names = async (query: Parameters<typeof ann.client.users.list>[0]) => {
    const { data, meta } = await ann.client.users.list(query)
    return [meta.total, ...data.map(({ full_name, status }) => `${full_name.split('-')[0]} ${status}`)]
  }
  expect(await names({})).toEqual([4, 'ann active', 'bob disabled', 'cy active', 'New One invited'])
  expect(await names({ page: 2, page_size: 3 })).toEqual([4, 'New One invited'])
  expect(await names({ search: 'NEW_o' })).toEqual([1, 'New One invited'])
  expect(await names({ search: 'n%e' })).toEqual([0])
  expect(await names({ role: 'billing_admin' })).toEqual([1, 'cy active'])
  expect(await names({ status: 'disabled' })).toEqual([1, 'bob disabled'])
  expect(await names({ sort: 'role', order: 'desc', page_size: 1 })).toEqual([4, expect.stringMatching(/^(bob|New)/)])
})

it('takes no failed sign-in for activity', async () => {
  const { ann, scope } = await createOrganizationWith({ ann: 'admin' })
  const { database } = kept.world
  const [email, now] = ['dormant@example.com', new Date()]
  const { person } = await ensurePerson(database, { email, full_name: 'Dormant', email_verified: true, now })
  await database.scoped(scope, (tx) => addMembership(tx, person.id, 'user', now))
  await new Visitor(kept.url).post('/api/auth/login', { email, password: 'wrong horse battery' })
  await vi.waitFor(
    async () => {
      const { data } = await ann.client.users.activity({ id: person.id })
      expect(data).toMatchObject([{ action: 'session.refused', outcome: 'denied' }])
    },
    { timeout: 60_000 },
  )
  // As earlier versions recorded it.
  const actor = { kind: 'person' as const, id: person.id, name: 'Dormant' }
  await noteAudit(database, scope, { action: 'session.refused', actor, summary: 'Sign-in failed.', at: now })
  const lastSeenAt = async () => (await ann.client.users.list({ search: email })).data.map((user) => user.last_seen_at)
  expect(await lastSeenAt()).toEqual([null])
  await noteAudit(database, scope, { action: 'session.begun', actor, summary: 'Dormant signed in.', at: now })
  expect(await lastSeenAt()).toEqual([now.toISOString()])
})

it('changes roles and status, ends the sessions of disabled users, and records it all', async () => {
  const { ann, bob } = await createOrganizationWith({ ann: 'admin', bob: 'user' })
  const { data } = await ann.client.users.update({ id: bob.userId, role: 'billing_admin' })
  expect(data).toMatchObject({ role: 'billing_admin', status: 'active' })
  expect((await bob.client.session.me({})).data.user.role).toBe('billing_admin')
  expect((await ann.client.users.sessions({ id: bob.userId })).data).toMatchObject([
    { id: bob.sessionId, current: false },
  ])
  await ann.client.users.update({ id: bob.userId, status: 'disabled' })
  await expect(bob.client.session.me({})).rejects.toMatchObject({ status: 401 })
  const { data: events } = await ann.client.users.activity({ id: bob.userId })
  expect(events.map(({ action, seq }) => `${seq} ${action}`)).toEqual([
    '2 membership.disabled',
    '1 membership.role_changed',
  ])
  expect(events[1]).toMatchObject({
    actor_id: ann.userId,
    target_id: bob.userId,
    ip: expect.any(String),
    request_id: expect.any(String),
  })
})

it('removes a user with their sessions, and restores them', async () => {
  const { ann, bob } = await createOrganizationWith({ ann: 'admin', bob: 'user' })
  const otherUser = await createTestUser(kept, { name: bob.email.split('@')[0] ?? '', in: 'other' })
  const { data } = await ann.client.users.remove({ id: bob.userId })
  expect(Date.parse(data.restorable_until)).toBeGreaterThan(Date.now())
  await expect(bob.client.session.me({})).rejects.toMatchObject({ status: 401 })
  expect((await otherUser.client.session.me({})).data.organization.slug).toBe('other')
  await expect(ann.client.users.get({ id: bob.userId })).rejects.toMatchObject({ status: 404 })
  await expect(ann.client.users.restore({ user_ids: [bob.userId, ann.userId] })).rejects.toMatchObject({
    status: 403,
    data: { details: { reasons: [{ id: ann.userId, reason: 'The user was not removed.' }] } },
  })
  expect((await ann.client.users.restore({ user_ids: [bob.userId] })).data).toMatchObject([
    { status: 'active', role: 'user' },
  ])
})

it('changes many or none, with the reason for each', async () => {
  const { ann, bob, cy } = await createOrganizationWith({ ann: 'admin', bob: 'user', cy: 'user' })
  const unknownId = '00000000-0000-4000-8000-000000000000'
  await expect(
    ann.client.users.bulkUpdate({ user_ids: [bob.userId, ann.userId, unknownId, 'x'], updates: { role: 'admin' } }),
  ).rejects.toMatchObject({
    status: 409,
    message: "Nothing was changed. 3 users can't be changed.",
    data: {
      details: {
        reasons: [
          { id: ann.userId, reason: "You can't change your own role or access. Ask another admin." },
          { id: unknownId, reason: 'User not found in this organization.' },
          { id: 'x', reason: 'User not found in this organization.' },
        ],
      },
    },
  })
  expect((await ann.client.users.get({ id: bob.userId })).data.role).toBe('user')
  const { data } = await ann.client.users.bulkUpdate({
    user_ids: [bob.userId, cy.userId],
    updates: { role: 'billing_admin' },
  })
  expect(data.map(({ role }) => role)).toEqual(['billing_admin', 'billing_admin'])
  const removed = await ann.client.users.bulkRemove({ user_ids: [bob.userId, cy.userId] })
  expect(removed.data.length).toBe(2)
  expect((await ann.client.users.list({})).meta.total).toBe(1)
})

it('never leaves an organization without an admin, in any number of concurrent requests', async () => {
  for (const method of ['demote', 'disable', 'remove', 'deny', 'leave', 'bulk'] as const) {
    const { scope, ann, bob } = await createOrganizationWith({ ann: 'admin', bob: 'admin' })
    const against = (actor: typeof ann, whom: typeof ann) => {
      const id = whom.userId
      if (method === 'demote') return actor.client.users.update({ id, role: 'user' })
      if (method === 'disable') return actor.client.users.update({ id, status: 'disabled' })
      if (method === 'remove') return actor.client.users.remove({ id })
      if (method === 'deny') return actor.client.users.grant({ id, allow: [], deny: ['users:write'] })
      if (method === 'leave') return actor.client.organizations.leave({ id: scope.organizationId })
      return actor.client.users.bulkUpdate({ user_ids: [id], updates: { role: 'user' } })
    }
    const outcomes = await Promise.allSettled([
      against(ann, bob),
      against(bob, ann),
      against(ann, bob),
      against(bob, ann),
    ])
    const done = outcomes.filter(({ status }) => status === 'fulfilled').length
    expect(done, method).toBeGreaterThan(0)
    const remainingAdmins = await kept.world.database.scoped(scope, findActiveAdmins)
    expect(remainingAdmins.filter(runsOrganization).length, method).toBe(1)
  }
})

it('rejects the operator too when no admin would be left', async () => {
  const { database } = kept.world
  const admin = await createTestUser(kept, { name: 'boss', in: 'own', role: 'admin' })
  const tries = [
    () => kept.client.users.update({ id: admin.userId, role: 'user' }),
    () => kept.client.users.remove({ id: admin.userId }),
    () => kept.client.users.bulkRemove({ user_ids: [admin.userId] }),
    () => kept.client.users.grant({ id: admin.userId, allow: [], deny: ['organization:write'] }),
  ]
  for (const refused of tries) await expect(refused()).rejects.toMatchObject({ status: 409, message: lastAdminMessage })
  await expect(admin.client.organizations.leave({ id: kept.world.scope.organizationId })).rejects.toMatchObject({
    status: 409,
  })
  expect(
    await database.scoped(kept.world.scope, (tx) =>
      tx.selectFrom('membership').select(['role', 'status']).where('user_id', '=', admin.userId).execute(),
    ),
  ).toEqual([{ role: 'admin', status: 'active' }])
})

it('reads permissions from the database under the lock, not from the start of the request', async () => {
  const { ann, bob, cy } = await createOrganizationWith({ ann: 'admin', bob: 'admin', cy: 'user' })
  const outcomes = await Promise.allSettled([
    ann.client.users.update({ id: bob.userId, role: 'user' }),
    ...Array.from({ length: 6 }, () => bob.client.users.update({ id: cy.userId, role: 'admin' })),
  ])
  const after = (await ann.client.users.activity({ id: cy.userId })).data
  const demotedAt =
    (await ann.client.users.activity({ id: bob.userId })).data.find(({ target_id }) => target_id === bob.userId)?.seq ??
    0
  expect(outcomes[0]?.status).toBe('fulfilled')
  for (const { actor_id, outcome, seq } of after)
    if (actor_id === bob.userId && outcome === 'allowed') expect(seq).toBeLessThan(demotedAt)
})

it('grants within the granter’s permissions, effective at once', async () => {
  const { ann, bob } = await createOrganizationWith({ ann: 'admin', bob: 'user' })
  await expect(bob.client.users.list({})).rejects.toMatchObject({ status: 403 })
  const { data } = await ann.client.users.grant({
    id: bob.userId,
    allow: ['users:read', 'users:write'],
    deny: ['costs:import'],
  })
  expect(data).toMatchObject({
    allow: ['users:read', 'users:write'],
    deny: ['costs:import'],
    grantable: [...rolePermissions.admin],
  })
  expect(data.effective).not.toContain('costs:import')
  expect((await bob.client.users.list({})).meta.total).toBe(2)
  await expect(bob.client.imports.create({ uploads: [] })).rejects.toMatchObject({ status: 403 })
  await expect(bob.client.users.grant({ id: ann.userId, allow: [], deny: [] })).rejects.toMatchObject({ status: 403 })
  await expect(bob.client.users.create({ email: 'x@example.com', role: 'admin' })).rejects.toMatchObject({
    status: 403,
    message: expect.stringMatching(/^You can't grant permissions you don't have: /),
  })
  await expect(
    ann.client.users.grant({ id: bob.userId, allow: ['costs:read'], deny: ['costs:read'] }),
  ).rejects.toMatchObject({ status: 400 })
})

it('rejects fields that cannot be set', async () => {
  const { ann, bob } = await createOrganizationWith({ ann: 'admin', bob: 'user' })
  for (const body of [
    { organization_id: kept.world.otherScope.organizationId },
    { role: 'admin', email: 'x@example.com' },
    { full_name: 'x' },
    { role: 'owner' },
    {},
  ]) {
    const answer = await fetch(`${kept.url}/api/users/${bob.userId}`, {
      method: 'PATCH',
      headers: { ...ann.headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    expect(answer.status, JSON.stringify(body)).toBe(400)
  }
})
