import { setPasswordHash } from '@kept/store/people/credentials.ts'
import { addMembership } from '@kept/store/people/own-memberships.ts'
import { ensurePerson } from '@kept/store/people/persons.ts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { Visitor } from '../testing/visitor.ts'
import { openKept, type TestKept } from '../testing.ts'
import { hashPassword } from './password-hash.ts'
import { finishBackgroundTasks } from './run-in-background.ts'

let kept: TestKept
let clock = Date.parse('2026-03-01T12:00:00Z')
const email = 'ann@example.com'
const password = 'plum tractor october'
beforeAll(async () => {
  kept = await openKept({ KEPT_TRUST_PROXY: '127.0.0.1' }, { now: () => new Date(clock) })
  const { database, scope } = kept.world
  const now = new Date(clock)
  const { person } = await ensurePerson(database, { email, full_name: 'Ann', email_verified: true, now })
  await setPasswordHash(database, person.id, await hashPassword(password), now)
  await addMembership(database, { ...scope, userId: person.id, role: 'user', now })
})
afterAll(() => kept.close())
// Every test starts a day later, after all rate-limit windows.
beforeEach(() => {
  clock += 24 * 3_600_000
})

const from = (ip: string) => new Visitor(kept.url, { 'x-forwarded-for': ip })
const login = (visitor: Visitor, chosen = password) => visitor.post('/api/auth/login', { email, password: chosen })

it('requires a CSRF token of this browser', async () => {
  const visitor = from('192.0.2.1')
  const message = 'CSRF token not available. Please refresh the page and try again.'
  expect(await visitor.request('POST', '/api/auth/login', { email, password })).toMatchObject({
    status: 403,
    body: { message: message },
  })
  const foreign = await from('192.0.2.2').token()
  expect(await visitor.request('POST', '/api/auth/login', { email, password, csrfToken: foreign })).toMatchObject({
    status: 403,
  })
  const csrfToken = await visitor.token()
  expect(await visitor.request('POST', '/api/auth/login', { email, password, csrfToken })).toMatchObject({
    status: 200,
  })
  // Bound to the anonymous visitor: invalid after sign-in.
  expect(await visitor.request('POST', '/api/auth/logout', {}, { 'x-csrf-token': csrfToken })).toMatchObject({
    status: 403,
  })
})

it('rejects requests of other sites', async () => {
  const visitor = from('192.0.2.3')
  const token = { 'x-csrf-token': await visitor.token() }
  const foreign: Record<string, string>[] = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ]
  for (const header of foreign)
    expect(
      await visitor.request('POST', '/api/auth/login', { email, password }, { ...token, ...header }),
    ).toMatchObject({
      status: 403,
    })
  const sameOriginHeaders = { ...token, origin: kept.url, 'sec-fetch-site': 'same-origin' }
  expect(await visitor.request('POST', '/api/auth/login', { email, password }, sameOriginHeaders)).toMatchObject({
    status: 200,
  })
})

it('accepts a browser’s bearer token without CSRF token, as long as the session lives', async () => {
  const visitor = from('192.0.2.4')
  await login(visitor)
  const { access_token } = (await visitor.get('/api/auth/session')).body.session
  const bearer = { authorization: `Bearer ${access_token}` }
  const program = from('192.0.2.5')
  expect((await program.get('/v1/me', bearer)).status).toBe(200)
  expect((await program.get('/v1/me', { authorization: `Bearer ${access_token}x` })).status).toBe(401)
  clock += 5 * 60_000
  expect((await program.get('/v1/me', bearer)).status).toBe(401)
  const newToken = (await visitor.post('/api/auth/refresh-token')).body.token
  expect((await program.get('/v1/me', { authorization: `Bearer ${newToken}` })).status).toBe(200)
  await visitor.post('/api/auth/logout')
  expect((await program.get('/v1/me', { authorization: `Bearer ${newToken}` })).status).toBe(401)
})

it('reports when to retry after five wrong passwords, whatever the sixth is', async () => {
  const visitor = from('192.0.2.10')
  for (let n = 0; n < 5; n += 1) expect((await login(visitor, 'wrong')).status).toBe(401)
  const sixth = await login(visitor)
  const resetTime = new Date(clock + 900_000).toISOString()
  expect(sixth).toMatchObject({
    status: 429,
    body: {
      message: `Too many login attempts. Please try again at ${resetTime}.`,
      resetTime,
      details: { resetTime },
    },
  })
  expect(sixth.headers.get('retry-after')).toBe('900')
  clock += 900_000
  expect((await login(visitor)).status).toBe(200)
})

it('resets the count after a correct password', async () => {
  const visitor = from('192.0.2.11')
  for (let round = 0; round < 3; round += 1) {
    for (let n = 0; n < 4; n += 1) expect((await login(visitor, 'wrong')).status).toBe(401)
    expect((await login(visitor)).status).toBe(200)
    await visitor.post('/api/auth/logout')
  }
})

it('lets none of a hundred concurrent wrong passwords through, but the owner', async () => {
  const owner = from('192.0.2.20')
  expect((await login(owner)).status).toBe(200)
  await owner.post('/api/auth/logout')
  clock += 60_000
  const attackers = await Promise.all(
    Array.from({ length: 100 }, async (_each, n) => {
      const visitor = from(`198.51.100.${n % 10}`)
      const token = await visitor.token()
      return { visitor, token, chosen: `guess number ${n}` }
    }),
  )
  const answers = await Promise.all(
    attackers.map(({ visitor, token, chosen }) =>
      visitor.request('POST', '/api/auth/login', { email, password: chosen }, { 'x-csrf-token': token }),
    ),
  )
  const count = (status: number) => answers.filter((answer) => answer.status === status).length
  expect([count(200), count(401) + count(429)]).toEqual([0, 100])
  // Five for each of ten addresses, and twenty a minute for the account.
  expect(count(401)).toBe(20)
  // A browser that signed in before is not locked out, not even from the attacker's address.
  expect((await login(owner)).status).toBe(200)
  // Another browser of the owner waits a minute, not forever.
  const otherBrowser = from('192.0.2.21')
  expect((await login(otherBrowser)).status).toBe(429)
  clock += 60_000
  expect((await login(otherBrowser)).status).toBe(200)
})

it('counts an IPv6 network as one, and ignores forged proxy headers', async () => {
  for (let n = 0; n < 5; n += 1) await login(from(`2001:db8:1:2::${n + 1}`), 'wrong')
  expect((await login(from('2001:db8:1:2:ffff::9'))).status).toBe(429)
  clock += 24 * 3_600_000
  // Only the trusted proxy's part counts: the rest of the header comes from the caller.
  for (let n = 0; n < 5; n += 1) await login(from(`203.0.113.${n}, 192.0.2.77`), 'wrong')
  expect((await login(from('203.0.113.99, 192.0.2.77'))).status).toBe(429)
})

it('keeps counts in the database, across restarts', async () => {
  const visitor = from('192.0.2.30')
  for (let n = 0; n < 5; n += 1) await login(visitor, 'wrong')
  const { rows } = await kept.world.database.pool.query(
    "SELECT key, count FROM rate_limit WHERE key LIKE 'login-pair:%' AND window_ends_at > $1",
    [new Date(clock)],
  )
  expect(rows).toEqual([{ key: expect.not.stringContaining('ann'), count: 5 }])
})

it('records rejected and accepted sign-ins in the organization’s audit log', async () => {
  await login(from('192.0.2.40'), 'wrong')
  await finishBackgroundTasks(kept.server.services)
  await login(from('192.0.2.40'))
  const { rows } = await kept.world.database.scoped(kept.world.scope, async (tx) => ({
    rows: await tx
      .selectFrom('audit_event')
      .select(['action', 'ip'])
      .where('ip', '=', '192.0.2.40')
      .orderBy('seq')
      .execute(),
  }))
  expect(rows.map(({ action }) => action)).toEqual(['session.refused', 'session.begun', 'session.new_device'])
})
