import { setPasswordHash } from '@kept/store/people/credentials.ts'
import { addMembership } from '@kept/store/people/own-memberships.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { signIn } from '../testing/sign-in.ts'
import { Visitor } from '../testing/visitor.ts'
import { openKept, type TestKept } from '../testing.ts'
import { hashPassword } from './password-hash.ts'

let kept: TestKept
let clock = Date.parse('2026-03-01T12:00:00Z')
beforeAll(async () => {
  kept = await openKept({ KEPT_SESSION_IDLE_MINUTES: '60', KEPT_SESSION_HOURS: '24' }, { now: () => new Date(clock) })
})
afterAll(() => kept.close())

const hour = 3_600_000
const withHeaders = (headers: Record<string, string>) => {
  const visitor = new Visitor(kept.url)
  return (method: string, path: string, body?: object) => visitor.request(method, path, body, headers)
}
const anybody = (more: object = {}) =>
  signIn(kept.server.services, { organizationId: kept.world.scope.organizationId, ...more })

it('expires when it is not used, and reading it does not count as use', async () => {
  const { headers } = await anybody()
  const request = withHeaders(headers)
  const start = clock
  for (let minute = 10; minute < 60; minute += 10) {
    clock = start + minute * 60_000
    expect((await request('GET', '/api/auth/session')).body.session.expires_at).toBe(
      new Date(start + hour).toISOString(),
    )
    expect((await request('GET', '/v1/me')).status).toBe(200)
  }
  clock = start + hour
  expect((await request('GET', '/v1/me')).status).toBe(401)
  expect((await request('POST', '/api/auth/refresh-token', {})).status).toBe(401)
})

it('never lives past the absolute end, in any sequence of calls', async () => {
  const calls = ['refresh-token', 'session', 'me', 'profile', 'confirm', 'change-password', 'switch'] as const
  const password = 'plum tractor october'
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ call: fc.constantFrom(...calls), wait: fc.integer({ min: 0, max: 8 * hour }) }), {
        minLength: 1,
        maxLength: 12,
      }),
      fc.constantFrom('ordinary' as const, 'demo' as const),
      async (steps, kind) => {
        const user = await anybody({ kind, role: 'admin' })
        await setPasswordHash(kept.world.database, user.userId, await hashPassword(password), new Date(clock))
        const visitor = new Visitor(kept.url, { 'user-agent': user.headers['user-agent'] ?? '' })
        for (const pair of (user.headers.cookie ?? '').split('; ')) {
          const [name = '', value = ''] = pair.split('=')
          visitor.cookies.set(name, value)
        }
        const end = clock + (kind === 'demo' ? 1_800_000 : 24 * hour)
        for (const { call, wait } of steps) {
          clock += wait
          const answer = await send(visitor, call)
          const { session } = (await visitor.get('/api/auth/session')).body
          if (clock >= end) expect([answer.status, session]).toEqual([401, null])
          if (session) {
            expect(Date.parse(session.absolute_expires_at)).toBe(end)
            expect(Date.parse(session.expires_at)).toBeLessThanOrEqual(end)
          }
        }
      },
    ),
    { numRuns: 25, seed: 7 },
  )

  function send(visitor: Visitor, call: (typeof calls)[number]) {
    if (call === 'session' || call === 'me') return visitor.get('/v1/me')
    if (call === 'profile') return visitor.send('PATCH', '/api/auth/profile', { full_name: 'Ann' })
    if (call === 'confirm') return visitor.post('/api/auth/confirm-identity', { password })
    if (call === 'switch') return visitor.post(`/v1/organizations/${kept.world.scope.organizationId}/switch`)
    if (call === 'change-password')
      return visitor.post('/api/auth/change-password', { current_password: password, new_password: password })
    return visitor.post('/api/auth/refresh-token')
  }
})

it('cannot be extended in the database either', async () => {
  const { sessionId } = await anybody()
  const { pool } = kept.world.database
  await expect(
    pool.query("UPDATE session SET absolute_expires_at = absolute_expires_at + interval '1 second' WHERE id = $1", [
      sessionId,
    ]),
  ).rejects.toThrow('cannot be moved')
  await expect(
    pool.query("UPDATE session SET expires_at = absolute_expires_at + interval '1 second' WHERE id = $1", [sessionId]),
  ).rejects.toThrow('session_ends_in_time')
})

it('ends when it is used on another device', async () => {
  const { headers, userId } = await anybody()
  const thief = withHeaders({ ...headers, cookie: (headers.cookie ?? '').replace(/; kept-device=.*/, '') })
  expect((await thief('GET', '/v1/me')).status).toBe(401)
  expect((await withHeaders(headers)('GET', '/v1/me')).status).toBe(401)
  const second = await anybody()
  expect(
    (await withHeaders({ ...second.headers, 'user-agent': 'Mozilla/5.0 (Windows) Chrome/140' })('GET', '/v1/me'))
      .status,
  ).toBe(401)
  const auditEvents = await kept.world.database.scoped(kept.world.scope, (tx) =>
    tx.selectFrom('audit_event').select('action').where('resource_id', '=', userId).execute(),
  )
  expect(auditEvents).toEqual([{ action: 'session.hijack_suspected' }])
})

it('continues when only the browser’s version changes', async () => {
  const { headers } = await anybody()
  expect((await withHeaders({ ...headers, 'user-agent': 'Kept test 2.0' })('GET', '/v1/me')).status).toBe(200)
})

it('gets a new token when the password changes, and ends the others', async () => {
  const user = await anybody({ email: 'two@example.com' })
  const other = await anybody({ email: 'two@example.com' })
  await setPasswordHash(kept.world.database, user.userId, await hashPassword('plum tractor october'), new Date(clock))
  const change = { current_password: 'plum tractor october', new_password: 'owl river lantern' }
  const answer = await withHeaders(user.headers)('POST', '/api/auth/change-password', change)
  expect(answer.status).toBe(200)
  expect(answer.headers.getSetCookie().some((line) => line.startsWith('kept='))).toBe(true)
  expect((await withHeaders(other.headers)('GET', '/v1/me')).status).toBe(401)
  expect((await withHeaders(user.headers)('GET', '/v1/me')).status).toBe(401)
})

it('requires the password again after a long time', async () => {
  const user = await anybody()
  const request = withHeaders(user.headers)
  expect((await request('POST', '/api/auth/totp/enroll', {})).status).toBe(200)
  clock += 10 * 60_000
  expect(await request('POST', '/api/auth/totp/enroll', {})).toMatchObject({
    status: 403,
    body: { details: { reason: 'confirm_identity' } },
  })
})

it('acts for an organization only while its user is a member', async () => {
  const user = await anybody({ role: 'admin' })
  const request = withHeaders(user.headers)
  const { otherScope } = kept.world
  expect((await request('POST', `/v1/organizations/${otherScope.organizationId}/switch`, {})).status).toBe(404)
  await addMembership(kept.world.database, { ...otherScope, userId: user.userId, role: 'user', now: new Date(clock) })
  const visitor = new Visitor(kept.url, { 'user-agent': user.headers['user-agent'] ?? '' })
  for (const pair of (user.headers.cookie ?? '').split('; '))
    visitor.cookies.set(pair.split('=')[0] ?? '', pair.split('=')[1] ?? '')
  expect(await visitor.post(`/v1/organizations/${otherScope.organizationId}/switch`)).toMatchObject({
    status: 200,
    body: { redirectUrl: '/client' },
  })
  expect((await visitor.get('/v1/me')).body.data).toMatchObject({
    organization: { slug: 'other' },
    user: { role: 'user' },
  })
  // The previous token is no longer valid.
  expect((await request('GET', '/v1/me')).status).toBe(401)
  await kept.world.database.scoped(otherScope, (tx) =>
    tx.deleteFrom('membership').where('user_id', '=', user.userId).execute(),
  )
  expect((await visitor.get('/v1/me')).status).toBe(401)
  expect((await visitor.get('/api/auth/session')).body.user).toMatchObject({ role: null })
})

it('accepts the fields of a profile and rejects others', async () => {
  const request = withHeaders((await anybody()).headers)
  const changed = await request('PATCH', '/api/auth/profile', { full_name: 'Ann B', preferences: { theme: 'dark' } })
  expect(changed).toMatchObject({
    status: 200,
    body: { user: { full_name: 'Ann B', user_metadata: { preferences: { theme: 'dark' } } } },
  })
  const picture = `data:image/jpeg;base64,${'A'.repeat(15_900)}`
  const pictured = await request('PATCH', '/api/auth/profile', { avatar_url: picture })
  expect(pictured.body.user).toMatchObject({ avatar_url: picture, full_name: 'Ann B' })
  for (const more of [
    { role: 'admin' },
    { email: 'x@example.com' },
    { email_verified: true },
    { id: 'x' },
    { preferences: { admin: true } },
    { avatar_url: 'javascript:alert(1)' },
    { avatar_url: 'data:image/svg+xml;base64,PHN2Zz4=' },
    { avatar_url: 'data:image/png;base64,"onload="' },
    { avatar_url: `data:image/png;base64,${'A'.repeat(16_000)}` },
  ])
    expect([more, (await request('PATCH', '/api/auth/profile', more)).status]).toEqual([more, 400])
})

it('lists a user’s sessions and ends one, never another user’s', async () => {
  const [user, other, foreign] = [
    await anybody({ email: 'l@example.com' }),
    await anybody({ email: 'l@example.com' }),
    await anybody(),
  ]
  const request = withHeaders(user.headers)
  const { sessions } = (await request('GET', '/api/auth/sessions')).body
  expect(sessions.map(({ id }: { id: string }) => id).sort()).toEqual([user.sessionId, other.sessionId].sort())
  expect((await request('DELETE', `/api/auth/sessions/${foreign.sessionId}`)).status).toBe(404)
  expect((await request('DELETE', `/api/auth/sessions/${other.sessionId}`)).status).toBe(200)
  expect((await withHeaders(other.headers)('GET', '/v1/me')).status).toBe(401)
  expect((await withHeaders(foreign.headers)('GET', '/v1/me')).status).toBe(200)
})
