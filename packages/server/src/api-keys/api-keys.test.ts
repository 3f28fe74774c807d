import { createKeptClient } from '@kept/contract/testing/client.ts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createTestUser, type TestUser } from '../testing/sign-in.ts'
import { openKept, type TestKept } from '../testing.ts'

let kept: TestKept
let now = new Date('2026-01-05T10:00:00Z')
let admin: TestUser
beforeAll(async () => {
  kept = await openKept({}, { now: () => now })
})
afterAll(() => kept.close())
beforeEach(async () => {
  now = new Date('2026-01-05T10:00:00Z')
  admin = await createTestUser(kept, { name: 'boss', in: 'own', role: 'admin' })
})

const with_ = (key: string) => createKeptClient({ url: kept.url, headers: () => ({ authorization: `Bearer ${key}` }) })
const advance = (ms: number) => {
  now = new Date(now.getTime() + ms)
}
const minute = 60_000
const day = 24 * 3600 * 1000

it('is shown once, kept as a hash, and works on the platform API within its scopes', async () => {
  const { data } = await admin.client.apiKeys.create({ name: 'CI', scopes: ['costs:read', 'users:read'] })
  expect(data).toMatchObject({
    status: 'active',
    created_by: 'boss',
    last_used_at: null,
    expires_at: '2026-04-05T10:00:00.000Z',
  })
  expect(data.key.startsWith(`${data.prefix}_`)).toBe(true)
  const { data: listed } = await admin.client.apiKeys.list({})
  expect(listed.find(({ id }) => id === data.id)).toMatchObject({ name: 'CI', prefix: data.prefix })
  const { rows } = await kept.world.database.scoped(kept.world.scope, async (tx) => ({
    rows: await tx.selectFrom('api_key').selectAll().execute(),
  }))
  expect(JSON.stringify([listed, rows])).not.toContain(data.key.slice(18, 60))

  const { data: me } = await with_(data.key).session.me({})
  expect(me).toMatchObject({ organization: { slug: 'own' }, permissions: ['costs:read', 'users:read'] })
  expect((await with_(data.key).users.list({})).meta.total).toBeGreaterThan(0)
  await expect(with_(data.key).notifications.list({})).rejects.toMatchObject({ status: 403 })
  await expect(with_(data.key).users.create({ email: 'x@example.com' })).rejects.toMatchObject({ status: 403 })
  await expect(with_(data.key).organizations.create({ name: 'x' })).rejects.toMatchObject({ status: 403 })
})

it('records its use at most once a minute', async () => {
  const { data } = await admin.client.apiKeys.create({ name: 'use', scopes: ['costs:read'] })
  const used = async () => {
    await with_(data.key).session.me({})
    return (await admin.client.apiKeys.list({})).data.find(({ id }) => id === data.id)?.last_used_at
  }
  expect(await used()).toBe('2026-01-05T10:00:00.000Z')
  advance(59_000)
  expect(await used()).toBe('2026-01-05T10:00:00.000Z')
  advance(2_000)
  expect(await used()).toBe('2026-01-05T10:01:01.000Z')
})

it('is rejected when wrong, changed, expired or revoked, with the same message', async () => {
  const createKey = async (expires_in_days?: number) =>
    (await admin.client.apiKeys.create({ name: 'k', scopes: ['costs:read'], expires_in_days })).data
  const good = await createKey()
  const other = await createKey()
  const short = await createKey(1)
  const refused = (key: string) =>
    expect(with_(key).session.me({}), key).rejects.toMatchObject({
      status: 401,
      message: 'The API key is invalid, expired or revoked.',
    })
  await refused(`${good.key}0`)
  await refused('kept_000000000000_x_0')
  // The id of one key with the secret of another and a correct checksum.
  await refused(good.key.replace(good.id, other.id))
  await admin.client.apiKeys.revoke({ id: other.id })
  await refused(other.key)
  await with_(short.key).session.me({})
  advance(day - 1)
  admin = await createTestUser(kept, { name: 'boss', in: 'own', role: 'admin' })
  await with_(short.key).session.me({})
  advance(1)
  await refused(short.key)
  await with_(good.key).session.me({})
})

it('expires within a year, and has no scope that keys cannot have or its creator lacks', async () => {
  const createKey = (scopes: Parameters<typeof admin.client.apiKeys.create>[0]['scopes'], expires_in_days?: number) =>
    admin.client.apiKeys.create({ name: 'k', scopes, expires_in_days })
  await expect(createKey(['costs:read'], 366)).rejects.toMatchObject({ status: 400 })
  await expect(createKey([])).rejects.toMatchObject({ status: 400 })
  for (const permission of ['users:write', 'api_keys:write', 'organization:write'] as const) {
    await expect(createKey([permission])).rejects.toMatchObject({
      status: 400,
      message: expect.stringMatching(`^API keys can't have the scope ${permission}, because .+\\.$`),
    })
  }
  const helper = await createTestUser(kept, { name: 'helper', in: 'own' })
  await admin.client.users.grant({ id: helper.userId, allow: ['api_keys:write'], deny: [] })
  await expect(helper.client.apiKeys.create({ name: 'k', scopes: ['users:read'] })).rejects.toMatchObject({
    status: 403,
    message: "You can't grant permissions you don't have: users:read.",
  })
  const { data } = await helper.client.apiKeys.create({ name: 'k', scopes: ['costs:read', 'recommendations:write'] })
  // A permission that its creator loses is lost at once.
  await admin.client.users.grant({ id: helper.userId, allow: [], deny: ['recommendations:write'] })
  expect((await with_(data.key).session.me({})).data.permissions).toEqual(['costs:read'])
  await expect(kept.client.apiKeys.create({ name: 'k', scopes: ['costs:read'] })).rejects.toMatchObject({ status: 403 })
})

it('is revoked with its creator’s membership, and stays revoked when that is restored', async () => {
  for (const method of ['disable', 'remove', 'leave'] as const) {
    const maker = await createTestUser(kept, { name: `maker-${method}`, in: 'own', role: 'admin' })
    const { data } = await maker.client.apiKeys.create({ name: method, scopes: ['costs:read'] })
    await with_(data.key).session.me({})
    if (method === 'disable') await admin.client.users.update({ id: maker.userId, status: 'disabled' })
    else if (method === 'remove') await admin.client.users.remove({ id: maker.userId })
    else await maker.client.organizations.leave({ id: kept.world.scope.organizationId })
    await expect(with_(data.key).session.me({}), method).rejects.toMatchObject({ status: 401 })
    if (method === 'disable') await admin.client.users.update({ id: maker.userId, status: 'active' })
    else await admin.client.users.restore({ user_ids: [maker.userId] })
    await expect(with_(data.key).session.me({}), method).rejects.toMatchObject({ status: 401 })
  }
})

it('is rotated with an overlap in which both keys work', async () => {
  const { data: old } = await admin.client.apiKeys.create({ name: 'r', scopes: ['costs:read'], expires_in_days: 30 })
  advance(day)
  admin = await createTestUser(kept, { name: 'boss', in: 'own', role: 'admin' })
  const { data: rotated } = await admin.client.apiKeys.rotate({ id: old.id, overlap_hours: 1 })
  expect(rotated).toMatchObject({ name: 'r', scopes: ['costs:read'], expires_at: '2026-02-05T10:00:00.000Z' })
  await Promise.all([with_(old.key).session.me({}), with_(rotated.key).session.me({})])
  await expect(admin.client.apiKeys.rotate({ id: old.id })).rejects.toMatchObject({ status: 409 })
  advance(60 * minute)
  await expect(with_(old.key).session.me({})).rejects.toMatchObject({ status: 401 })
  await with_(rotated.key).session.me({})
})

it('answers the specification’s addresses alike', async () => {
  const organization = kept.world.scope.organizationId
  const { data } = await admin.client.apiKeys.createForOrganization({
    organization,
    name: 'of',
    scopes: ['costs:read'],
  })
  expect((await admin.client.apiKeys.listForOrganization({ organization: 'own' })).data.map(({ id }) => id)).toContain(
    data.id,
  )
  expect((await admin.client.apiKeys.revokeForOrganization({ organization, id: data.id })).data.status).toBe('revoked')
  await expect(admin.client.apiKeys.listForOrganization({ organization: 'other' })).rejects.toMatchObject({
    status: 404,
  })
})

it('cannot be created in the demo', async () => {
  const { id } = await kept.world.database.shared
    .insertInto('organization')
    .values({ slug: 'demo', name: 'Demo', demo: true })
    .returning('id')
    .executeTakeFirstOrThrow()
  kept.server.services.config.demo = true
  const visitor = await createTestUser(kept, {
    name: 'demo-admin',
    emailDomain: 'demo.kept.invalid',
    in: { organizationId: id },
    role: 'admin',
    demo: true,
  })
  await expect(visitor.client.apiKeys.create({ name: 'k', scopes: ['costs:read'] })).rejects.toMatchObject({
    status: 403,
    message: "The demo can't do this. Create an account to try it with your own data.",
  })
  await expect(visitor.client.organizations.update({ id, require_second_factor: true })).rejects.toMatchObject({
    status: 403,
  })
  await expect(visitor.client.organizations.create({ name: 'x' })).rejects.toMatchObject({ status: 403 })
})
