import { createKeptClient } from '@kept/contract/client.ts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type Being, be } from '../testing/sign-in.ts'
import { openKept, type TestKept } from '../testing.ts'

let kept: TestKept
let at = new Date('2026-01-05T10:00:00Z')
let boss: Being
beforeAll(async () => {
  kept = await openKept({}, { now: () => at })
})
afterAll(() => kept.close())
beforeEach(async () => {
  at = new Date('2026-01-05T10:00:00Z')
  boss = await be(kept, { name: 'boss', in: 'own', role: 'admin' })
})

const with_ = (key: string) => createKeptClient({ url: kept.url, headers: () => ({ authorization: `Bearer ${key}` }) })
const later = (ms: number) => {
  at = new Date(at.getTime() + ms)
}
const minute = 60_000
const day = 24 * 3600 * 1000

it('is shown once, kept as a hash, and works on the platform API within its scopes', async () => {
  const { data } = await boss.client.apiKeys.create({ name: 'CI', scopes: ['costs:read', 'users:read'] })
  expect(data).toMatchObject({
    status: 'active',
    created_by: 'boss',
    last_used_at: null,
    expires_at: '2026-04-05T10:00:00.000Z',
  })
  expect(data.key.startsWith(`${data.prefix}_`)).toBe(true)
  const { data: listed } = await boss.client.apiKeys.list({})
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

it('notes its use at most once a minute', async () => {
  const { data } = await boss.client.apiKeys.create({ name: 'use', scopes: ['costs:read'] })
  const used = async () => {
    await with_(data.key).session.me({})
    return (await boss.client.apiKeys.list({})).data.find(({ id }) => id === data.id)?.last_used_at
  }
  expect(await used()).toBe('2026-01-05T10:00:00.000Z')
  later(59_000)
  expect(await used()).toBe('2026-01-05T10:00:00.000Z')
  later(2_000)
  expect(await used()).toBe('2026-01-05T10:01:01.000Z')
})

it('is refused wrong, changed, run out or revoked, with the same sentence', async () => {
  const make = async (expires_in_days?: number) =>
    (await boss.client.apiKeys.create({ name: 'k', scopes: ['costs:read'], expires_in_days })).data
  const good = await make()
  const other = await make()
  const short = await make(1)
  const refused = (key: string) =>
    expect(with_(key).session.me({}), key).rejects.toMatchObject({
      status: 401,
      message: 'The API key is not valid (any more).',
    })
  await refused(`${good.key}0`)
  await refused('kept_000000000000_x_0')
  // The id of one with the secret of another, its checksum right.
  await refused(good.key.replace(good.id, other.id))
  await boss.client.apiKeys.revoke({ id: other.id })
  await refused(other.key)
  await with_(short.key).session.me({})
  later(day - 1)
  boss = await be(kept, { name: 'boss', in: 'own', role: 'admin' })
  await with_(short.key).session.me({})
  later(1)
  await refused(short.key)
  await with_(good.key).session.me({})
})

it('must end within a year, and may have nothing no key may have or its maker has not', async () => {
  const make = (scopes: Parameters<typeof boss.client.apiKeys.create>[0]['scopes'], expires_in_days?: number) =>
    boss.client.apiKeys.create({ name: 'k', scopes, expires_in_days })
  await expect(make(['costs:read'], 366)).rejects.toMatchObject({ status: 400 })
  await expect(make([])).rejects.toMatchObject({ status: 400 })
  for (const one of ['users:write', 'api_keys:write', 'organization:write'] as const) {
    await expect(make([one])).rejects.toMatchObject({ status: 400, message: `No API key may have ${one}.` })
  }
  const helper = await be(kept, { name: 'helper', in: 'own' })
  await boss.client.users.grant({ id: helper.userId, allow: ['api_keys:write'], deny: [] })
  await expect(helper.client.apiKeys.create({ name: 'k', scopes: ['users:read'] })).rejects.toMatchObject({
    status: 403,
    message: 'You cannot give what you may not do yourself: users:read.',
  })
  const { data } = await helper.client.apiKeys.create({ name: 'k', scopes: ['costs:read', 'findings:write'] })
  // What its maker loses, it loses at once.
  await boss.client.users.grant({ id: helper.userId, allow: [], deny: ['findings:write'] })
  expect((await with_(data.key).session.me({})).data.permissions).toEqual(['costs:read'])
  await expect(kept.own.apiKeys.create({ name: 'k', scopes: ['costs:read'] })).rejects.toMatchObject({ status: 403 })
})

it('dies with its maker’s membership, and stays dead when that comes back', async () => {
  for (const way of ['disable', 'remove', 'leave'] as const) {
    const maker = await be(kept, { name: `maker-${way}`, in: 'own', role: 'admin' })
    const { data } = await maker.client.apiKeys.create({ name: way, scopes: ['costs:read'] })
    await with_(data.key).session.me({})
    if (way === 'disable') await boss.client.users.update({ id: maker.userId, status: 'disabled' })
    else if (way === 'remove') await boss.client.users.remove({ id: maker.userId })
    else await maker.client.organizations.leave({ id: kept.world.scope.organizationId })
    await expect(with_(data.key).session.me({}), way).rejects.toMatchObject({ status: 401 })
    if (way === 'disable') await boss.client.users.update({ id: maker.userId, status: 'active' })
    else await boss.client.users.restore({ user_ids: [maker.userId] })
    await expect(with_(data.key).session.me({}), way).rejects.toMatchObject({ status: 401 })
  }
})

it('is rotated with a while in which both work', async () => {
  const { data: old } = await boss.client.apiKeys.create({ name: 'r', scopes: ['costs:read'], expires_in_days: 30 })
  later(day)
  boss = await be(kept, { name: 'boss', in: 'own', role: 'admin' })
  const { data: fresh } = await boss.client.apiKeys.rotate({ id: old.id, overlap_hours: 1 })
  expect(fresh).toMatchObject({ name: 'r', scopes: ['costs:read'], expires_at: '2026-02-05T10:00:00.000Z' })
  await Promise.all([with_(old.key).session.me({}), with_(fresh.key).session.me({})])
  await expect(boss.client.apiKeys.rotate({ id: old.id })).rejects.toMatchObject({ status: 409 })
  later(60 * minute)
  await expect(with_(old.key).session.me({})).rejects.toMatchObject({ status: 401 })
  await with_(fresh.key).session.me({})
})

it('answers the specification’s addresses alike', async () => {
  const organization = kept.world.scope.organizationId
  const { data } = await boss.client.apiKeys.createOf({ organization, name: 'of', scopes: ['costs:read'] })
  expect((await boss.client.apiKeys.listOf({ organization: 'own' })).data.map(({ id }) => id)).toContain(data.id)
  expect((await boss.client.apiKeys.revokeOf({ organization, id: data.id })).data.status).toBe('revoked')
  await expect(boss.client.apiKeys.listOf({ organization: 'stranger' })).rejects.toMatchObject({ status: 403 })
})

it('is not made in the demo', async () => {
  const { id } = await kept.world.database.shared
    .insertInto('organization')
    .values({ slug: 'demo', name: 'Demo', demo: true })
    .returning('id')
    .executeTakeFirstOrThrow()
  kept.server.services.config.demo = true
  const visitor = await be(kept, {
    name: 'demo-admin',
    at: 'demo.kept.invalid',
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
