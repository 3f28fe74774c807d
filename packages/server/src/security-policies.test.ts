/** Security policies over real HTTP: what each enforces, whom a preview names, and that no one locks everyone out. */
import { once } from 'node:events'
import type { KeptClient } from '@kept/contract/contract.ts'
import { createKeptClient } from '@kept/contract/testing/client.ts'
import type { PolicySettings } from '@kept/domain/security-policy.ts'
import type { PolicyKind } from '@kept/domain/security-policy-kinds.ts'
import { setPasswordHash } from '@kept/store/people/credentials.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import WebSocket from 'ws'
import { hashPassword } from './identity/password-hash.ts'
import { createTestUser, type TestUser } from './testing/sign-in.ts'
import { Visitor } from './testing/visitor.ts'
import { openKept, type TestKept } from './testing.ts'

const password = 'plum tractor october'
const inside = '203.0.113.9'
const outside = '198.51.100.7'

let kept: TestKept
let clock = Date.parse('2026-03-01T12:00:00Z')
let admin: TestUser
let user: TestUser
beforeAll(async () => {
  // The address of a request is the one that the proxy on this machine names.
  kept = await openKept(
    { KEPT_TRUST_PROXY: '127.0.0.1', KEPT_SESSION_IDLE_MINUTES: '1440' },
    { now: () => new Date(clock) },
  )
  admin = await createTestUser(kept, { name: 'ada', in: 'own', role: 'admin' })
  user = await createTestUser(kept, { name: 'uma', in: 'own', role: 'user' })
  await setPasswordHash(kept.world.database, admin.userId, await hashPassword(password), new Date(clock))
  await setPasswordHash(kept.world.database, user.userId, await hashPassword(password), new Date(clock))
})
afterAll(() => kept.close())
afterEach(async () => {
  const { data } = await kept.client.securityPolicies.list(own)
  for (const { id } of data) await kept.client.securityPolicies.remove({ ...own, id })
})

const own = { organization: 'own' }
const enable = (kind: PolicyKind, settings: PolicySettings, client: KeptClient = from(inside)) =>
  client.securityPolicies.create({ ...own, kind, settings, enabled: true })
const preview = async (kind: PolicyKind, settings: PolicySettings) =>
  (await from(inside).securityPolicies.preview({ ...own, kind, settings })).data

/** A client at an address, with the session of a user, or with an API key. */
function from(ip: string, headers: Record<string, string> = admin.headers): KeptClient {
  return createKeptClient({ url: kept.url, headers: () => ({ ...headers, 'x-forwarded-for': ip }) })
}
const refused = (status: number, message: string) => ({ status, message: expect.stringContaining(message) })

describe('second_factor', () => {
  it('asks every user for a second factor, and leaves them the way to set it up', async () => {
    const settings = { applies_to: 'everyone' as const }
    expect(await preview('second_factor', settings)).toMatchObject({
      people: [
        { name: 'ada', effect: 'has to set up a second factor' },
        { name: 'uma', effect: 'has to set up a second factor' },
      ],
      refusal: null,
    })
    await enable('second_factor', settings)
    await expect(from(inside, user.headers).budgets.list({})).rejects.toMatchObject({
      code: 'second_factor_required',
    })
    const visitor = new Visitor(kept.url, { ...user.headers, 'x-forwarded-for': inside })
    expect((await visitor.post('/api/auth/totp/enroll', { password })).status).toBe(200)
  })

  it('is the same switch as the one of the organization', async () => {
    const { organizationId: id } = kept.world.scope
    await kept.client.organizations.update({ id, require_second_factor: true })
    expect((await kept.client.securityPolicies.list(own)).data).toMatchObject([
      { kind: 'second_factor', enabled: true, settings: { applies_to: 'admins' } },
    ])
    await expect(from(inside).budgets.list({})).rejects.toMatchObject({ code: 'second_factor_required' })
    await kept.client.organizations.update({ id, require_second_factor: false })
    expect((await kept.client.securityPolicies.list(own)).data).toMatchObject([{ enabled: false }])
  })
})

describe('network', () => {
  const settings = { ranges: ['203.0.113.0/24'], covers: 'everything' as const }

  it('keeps sessions and API keys of other addresses out, and records it', async () => {
    const { data: key } = await from(inside).apiKeys.create({ name: 'ci', scopes: ['costs:read'] })
    const bearer = { authorization: `Bearer ${key.key}` }
    await from(outside, user.headers).session.me({})
    // "Last seen" is stored at most once a minute.
    clock += 61_000
    await from(outside, user.headers).session.me({})
    await from(outside, bearer).session.me({})
    expect(await preview('network', settings)).toMatchObject({
      people: [{ name: 'uma', effect: `is kept out at ${outside}` }],
      api_keys: [{ name: 'ci', effect: `stops working from ${outside}` }],
      refusal: null,
    })
    await enable('network', settings)
    const message = `your address ${outside} is not in them`
    await expect(from(outside, user.headers).session.me({})).rejects.toMatchObject(refused(403, message))
    await expect(from(outside, bearer).session.me({})).rejects.toMatchObject(refused(403, message))
    await expect(from(inside, user.headers).session.me({})).resolves.toMatchObject({ data: { user: { role: 'user' } } })
    await expect(from(inside, bearer).session.me({})).resolves.toBeDefined()
    const { data: events } = await kept.client.security.listAuditLogs({ ...own, search: outside, outcome: 'denied' })
    expect(events.map(({ action }) => action).sort()).toEqual([
      'api_key.refused_by_policy',
      'session.refused_by_policy',
    ])
  })

  it('covers live connections, telemetry and files, and closes what is open', async () => {
    const scopes = ['telemetry:write' as const, 'notifications:read' as const, 'costs:import' as const]
    const { data: key } = await from(inside).apiKeys.create({ name: 'collector', scopes })
    const bearer = { authorization: `Bearer ${key.key}` }
    const open = (ip: string, headers: Record<string, string>) =>
      new WebSocket(`${kept.url.replace('http', 'ws')}/ws`, { headers: { ...headers, 'x-forwarded-for': ip } })
    const opened = [open(outside, user.headers), open(outside, bearer)]
    await Promise.all(opened.map((socket) => once(socket, 'open')))
    const closed = Promise.all(opened.map((socket) => once(socket, 'close')))
    await enable('network', settings)
    await closed
    for (const headers of [user.headers, bearer]) {
      const [error] = (await once(open(outside, headers), 'error')) as [Error]
      expect(error.message).toBe('Unexpected server response: 403')
    }
    const send = (path: string, ip: string) =>
      fetch(`${kept.url}${path}`, {
        method: 'POST',
        headers: { ...bearer, 'content-type': 'application/json', 'x-forwarded-for': ip },
        body: '{"resourceSpans":[]}',
      })
    for (const path of ['/v1/traces', '/v1/metrics', '/v1/logs', '/v1/uploads'])
      expect([path, (await send(path, outside)).status]).toEqual([path, 403])
    expect((await send('/v1/traces', inside)).status).toBe(200)
  })

  it('covers only the console or the API where it says so', async () => {
    await enable('network', { ...settings, covers: 'api' })
    await expect(from(outside, user.headers).session.me({})).resolves.toBeDefined()
  })

  it('does not lock out the one who enables it, and changes nothing then', async () => {
    await expect(enable('network', settings, from(outside))).rejects.toMatchObject(
      refused(409, `Your own address ${outside} is not in the list`),
    )
    expect((await kept.client.securityPolicies.list(own)).data).toEqual([])
    await expect(from(outside).session.me({})).resolves.toBeDefined()
  })

  it('does not lock out every admin', async () => {
    const { headers } = await createTestUser(kept, {
      ...{ name: 'sam', in: 'own', role: 'user' },
      grants: { allow: ['security:read', 'security:write'], deny: [] },
    })
    const far = '192.0.2.77'
    await expect(enable('network', { ranges: [far], covers: 'console' }, from(far, headers))).rejects.toMatchObject(
      refused(409, 'every admin would be locked out'),
    )
  })
})

describe('session_lifetime', () => {
  it('ends sessions that are too old or were unused for too long', async () => {
    const settings = { max_hours: 2, idle_minutes: 30 }
    const other = await createTestUser(kept, { name: 'old', in: 'own' })
    clock += 3 * 3_600_000
    admin = await createTestUser(kept, { name: 'ada', in: 'own', role: 'admin' })
    expect((await preview('session_lifetime', settings)).people).toContainEqual({
      id: other.userId,
      name: 'old',
      effect: 'is signed out of 1 session',
    })
    await enable('session_lifetime', settings)
    await expect(other.client.session.me({})).rejects.toMatchObject({ status: 401 })
    const idle = await createTestUser(kept, { name: 'idle', in: 'own' })
    await expect(idle.client.session.me({})).resolves.toBeDefined()
    clock += 31 * 60_000
    await expect(idle.client.session.me({})).rejects.toMatchObject({ status: 401 })
    admin = await createTestUser(kept, { name: 'ada', in: 'own', role: 'admin' })
  })
})

describe('sign_in', () => {
  const byPassword = { methods: ['password' as const], email_domains: ['example.com'] }

  it('refuses other methods and other domains, at sign-in and for sessions', async () => {
    const elsewhere = await createTestUser(kept, { name: 'eve', in: 'own', emailDomain: 'elsewhere.net' })
    await setPasswordHash(kept.world.database, elsewhere.userId, await hashPassword(password), new Date(clock))
    const withPasskey = await createTestUser(kept, { name: 'pia', in: 'own', method: 'passkey' })
    expect((await preview('sign_in', byPassword)).people).toEqual(
      expect.arrayContaining([expect.objectContaining({ name: 'eve', effect: 'can no longer sign in' })]),
    )
    await enable('sign_in', byPassword)
    await expect(elsewhere.client.session.me({})).rejects.toMatchObject(
      refused(403, 'only email addresses of example.com'),
    )
    await expect(withPasskey.client.session.me({})).rejects.toMatchObject(refused(403, 'only with a password'))
    const visitor = new Visitor(kept.url)
    expect(await visitor.post('/api/auth/login', { email: 'eve@elsewhere.net', password })).toMatchObject({
      status: 403,
      body: { message: expect.stringContaining('only email addresses of example.com') },
    })
    expect(visitor.cookies.has('kept')).toBe(false)
    expect((await visitor.post('/api/auth/login', { email: 'uma@example.com', password })).status).toBe(200)
  })

  it('does not lock out the one who enables it', async () => {
    await expect(enable('sign_in', { methods: ['google'], email_domains: [] })).rejects.toMatchObject(
      refused(409, 'You signed in with a password as ada@example.com'),
    )
    await expect(
      kept.client.securityPolicies.create({
        ...{ ...own, kind: 'sign_in', enabled: true },
        settings: { methods: ['github'], email_domains: [] },
      }),
    ).rejects.toMatchObject(refused(409, 'No admin could sign in'))
  })
})

describe('approvals', () => {
  it('names who can no longer act, who needs a second person, and who has none', async () => {
    const grants = { allow: ['recommendations:act' as const], deny: [] }
    await createTestUser(kept, { name: 'max', in: 'own', role: 'user', grants })
    const reader = await createTestUser(kept, { name: 'rae', in: 'own', role: 'billing_admin' })
    const approve_above = { amount: '500', currency: 'USD' }
    const effects = async (actors: 'admins' | 'permitted') => {
      const { people } = await preview('approvals', { actors, approve_above })
      expect(people.map(({ id }) => id)).not.toContain(reader.userId)
      return Object.fromEntries(people.map(({ name, effect }) => [name, effect]))
    }
    const second = 'needs a second person for changes and schedules above $500.00 a month'
    const permitted = { max: second, uma: 'needs a second person for schedules above $500.00 a month' }
    expect(await effects('permitted')).toMatchObject({ ada: second, ...permitted })
    const { people } = await preview('approvals', { actors: 'permitted', approve_above, loop_stops: 'approved' })
    expect(people.map(({ name, effect }) => [name, effect])).toContainEqual([
      ...['ada', 'has no second person who could approve stops of loops above $500.00 a month'],
    ])
    expect(await effects('admins')).toMatchObject({
      ada: 'has no second person who could approve changes and schedules above $500.00 a month',
      max: 'can no longer change resources or approve changes',
      uma: 'can no longer change resources or approve changes',
    })
  })
})

describe('two policies', () => {
  it('do not lock out every admin together', async () => {
    clock += 61_000
    await from(inside).session.me({})
    const zoe = await createTestUser(kept, { name: 'zoe', in: 'own', role: 'admin', emailDomain: 'elsewhere.net' })
    await setPasswordHash(kept.world.database, zoe.userId, await hashPassword(password), new Date(clock))
    const create = (kind: PolicyKind, settings: PolicySettings) =>
      kept.client.securityPolicies.create({ ...own, kind, settings, enabled: true })
    // Ada may not sign in any more, but Zoe may.
    const { data: signIn } = await create('sign_in', { methods: ['password'], email_domains: ['elsewhere.net'] })
    // Ada is in these networks, Zoe is not.
    await expect(create('network', { ranges: [inside], covers: 'console' })).rejects.toMatchObject(
      refused(409, 'every admin would be locked out'),
    )
    await expect(zoe.client.session.me({})).resolves.toBeDefined()
    // She is the only one who can sign in and turn the policy off again, so she keeps that permission and her role.
    const lastWayIn = refused(409, 'At least one admin of "Own" must be able to sign in under its policies.')
    const { users, securityPolicies } = kept.client
    const denied = { id: zoe.userId, allow: [], deny: ['security:write' as const] }
    await expect(users.grant(denied)).rejects.toMatchObject(lastWayIn)
    await expect(users.update({ id: zoe.userId, role: 'user' })).rejects.toMatchObject(lastWayIn)
    await securityPolicies.remove({ ...own, id: signIn.id })
    // Without the permission she is of no use to a policy either.
    await users.grant(denied)
    await expect(create('sign_in', { methods: ['password'], email_domains: ['elsewhere.net'] })).rejects.toMatchObject(
      refused(409, 'every admin would be locked out'),
    )
    await users.grant({ id: zoe.userId, allow: [], deny: [] })
    await users.update({ id: zoe.userId, role: 'user' })
  })
})

describe('api_keys', () => {
  it('limits how long keys live and where they work', async () => {
    const { data: old } = await from(inside).apiKeys.create({ name: 'old', scopes: ['costs:read'] })
    clock += 31 * 86_400_000
    admin = await createTestUser(kept, { name: 'ada', in: 'own', role: 'admin' })
    const settings = { max_days: 30, ranges: ['203.0.113.0/24'] }
    expect((await preview('api_keys', settings)).api_keys).toContainEqual({
      id: old.id,
      name: 'old',
      effect: 'is too old and stops working',
    })
    await enable('api_keys', settings)
    const create = (expires_in_days: number, ranges: string[] = []) =>
      from(inside).apiKeys.createForOrganization({ ...own, name: 'k', scopes: ['costs:read'], expires_in_days, ranges })
    await expect(create(31)).rejects.toMatchObject(refused(400, 'at most 30 days'))
    const { data: young } = await create(30)
    // A refusal is no failure of ours.
    const logged = vi.spyOn(kept.server.services.log, 'error')
    const bearer = { authorization: `Bearer ${young.key}` }
    await expect(from(inside, bearer).session.me({})).resolves.toBeDefined()
    await expect(from(outside, bearer).session.me({})).rejects.toMatchObject(
      refused(403, 'do not work from the address'),
    )
    await expect(from(inside, { authorization: `Bearer ${old.key}` }).session.me({})).rejects.toMatchObject(
      refused(403, 'is older than the 30 days'),
    )
    expect(logged).not.toHaveBeenCalled()
    const { data: narrow } = await create(5, ['203.0.113.200'])
    await expect(from(inside, { authorization: `Bearer ${narrow.key}` }).session.me({})).rejects.toMatchObject(
      refused(403, 'does not work from the address'),
    )
  })

  it('rotates a key within the allowed lifetime, with both working for a while', async () => {
    const { data: key } = await from(inside).apiKeys.create({ name: 'r', scopes: ['costs:read'], expires_in_days: 60 })
    await enable('api_keys', { max_days: 30, ranges: [] })
    const { data: next } = await from(inside).apiKeys.rotateForOrganization({ ...own, id: key.id, overlap_hours: 2 })
    expect(Date.parse(next.expires_at) - clock).toBe(30 * 86_400_000)
    for (const { key: secret } of [key, next])
      await expect(from(inside, { authorization: `Bearer ${secret}` }).session.me({})).resolves.toBeDefined()
  })
})

describe('the routes', () => {
  it('answer 404 for other organizations, and refuse users who may not', async () => {
    const { data: policy } = await enable('second_factor', { applies_to: 'admins' }, kept.client)
    await expect(kept.otherClient.securityPolicies.get({ organization: 'other', id: policy.id })).rejects.toMatchObject(
      {
        status: 404,
      },
    )
    await expect(kept.otherClient.securityPolicies.list(own)).rejects.toMatchObject({ status: 404 })
    user = await createTestUser(kept, { name: 'uma', in: 'own', role: 'user' })
    await expect(user.client.securityPolicies.list(own)).rejects.toMatchObject({ status: 403 })
  })

  it('record a change as weakened when it allows more', async () => {
    const { data: policy } = await enable('session_lifetime', { max_hours: 8, idle_minutes: 60 })
    await from(inside).securityPolicies.update({ ...own, id: policy.id, settings: { max_hours: 24, idle_minutes: 60 } })
    const { data } = await kept.client.security.listAuditLogs({ ...own, resource: policy.id })
    expect(data.map(({ action }) => action)).toEqual(['security_policy.weakened', 'security_policy.created'])
    expect(data[0]).toMatchObject({ before: { settings: { max_hours: 8 } }, after: { settings: { max_hours: 24 } } })
  })

  it('record a narrowed range as an update, and a wider one as weakened', async () => {
    const settings = (range: string) => ({ max_days: 90, ranges: [range] })
    const { data: policy } = await enable('api_keys', settings('10.0.0.0/8'))
    for (const range of ['10.1.0.0/16', '10.1.0.0/15'])
      await from(inside).securityPolicies.update({ ...own, id: policy.id, settings: settings(range) })
    const { data } = await kept.client.security.listAuditLogs({ ...own, resource: policy.id })
    expect(data.map(({ action }) => action)).toEqual([
      'security_policy.weakened',
      'security_policy.updated',
      'security_policy.created',
    ])
  })

  it('say what is wrong with settings', async () => {
    await expect(enable('network', { covers: 'api' })).rejects.toMatchObject(
      refused(400, 'The policy is not valid: ranges'),
    )
    await expect(enable('api_keys', { max_days: 3, covers: 'api' })).rejects.toMatchObject(
      refused(400, 'has no setting covers'),
    )
  })
})
