import { setPasswordHash } from '@kept/store/people/credentials.ts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { Authenticator } from '../testing/authenticator.ts'
import { signIn } from '../testing/sign-in.ts'
import { Visitor } from '../testing/visitor.ts'
import { openKept, type TestKept } from '../testing.ts'
import { hashPassword } from './password-hash.ts'
import { codeAt, fromBase32, stepOf } from './totp.ts'

let kept: TestKept
let local: string
let clock = Date.parse('2026-03-01T12:00:00Z')
const password = 'plum tractor october'
beforeAll(async () => {
  kept = await openKept({}, { now: () => new Date(clock) })
  // Passkeys are bound to a host name, which 127.0.0.1 is not.
  local = kept.url.replace('127.0.0.1', 'localhost')
})
afterAll(() => kept.close())
beforeEach(() => {
  clock += 24 * 3_600_000
})

/** A user with a password, signed in over HTTP. */
async function somebody(email: string, role: 'admin' | 'user' = 'user'): Promise<Visitor> {
  const { userId } = await signIn(kept.server.services, {
    organizationId: kept.world.scope.organizationId,
    email,
    role,
  })
  await setPasswordHash(kept.world.database, userId, await hashPassword(password), new Date(clock))
  const visitor = new Visitor(local)
  expect(await visitor.post('/api/auth/login', { email, password })).toMatchObject({
    status: 200,
    body: { success: true },
  })
  return visitor
}

async function withAuthenticator(email: string, role: 'admin' | 'user' = 'user') {
  const visitor = await somebody(email, role)
  const { secret, uri } = (await visitor.post('/api/auth/totp/enroll')).body
  expect(uri).toContain(`secret=${secret}`)
  const code = (offset = 0) => codeAt(fromBase32(secret), stepOf(clock) + offset)
  const { recovery_codes } = (await visitor.post('/api/auth/totp/confirm', { code: code() })).body
  return { visitor, code, recovery_codes: recovery_codes as string[] }
}

it('requires a code after the password, and accepts each once', async () => {
  const { code } = await withAuthenticator('totp@example.com')
  const visitor = new Visitor(local)
  const first = await visitor.post('/api/auth/login', { email: 'totp@example.com', password })
  expect(first.body).toEqual({
    success: true,
    user: null,
    redirectUrl: '/auth/second-factor',
    second_factor: ['totp', 'recovery_code'],
  })
  expect((await visitor.get('/v1/me')).status).toBe(401)
  expect(visitor.cookies.has('kept')).toBe(false)
  // The code that confirmed the authenticator is used up.
  expect((await visitor.post('/api/auth/second-factor', { code: code() })).status).toBe(401)
  clock += 30_000
  expect(await visitor.post('/api/auth/second-factor', { code: code() })).toMatchObject({
    status: 200,
    body: { redirectUrl: '/client' },
  })
  const secondVisitor = new Visitor(local)
  await secondVisitor.post('/api/auth/login', { email: 'totp@example.com', password })
  expect((await secondVisitor.post('/api/auth/second-factor', { code: code() })).status).toBe(401)
})

it('accepts a code once when it is sent many times at once', async () => {
  const { code } = await withAuthenticator('race@example.com')
  clock += 60_000
  const visitors = await Promise.all(
    [1, 2, 3].map(async () => {
      const visitor = new Visitor(local)
      await visitor.post('/api/auth/login', { email: 'race@example.com', password })
      return visitor
    }),
  )
  const answers = await Promise.all(
    visitors.map((visitor) => visitor.post('/api/auth/second-factor', { code: code() })),
  )
  expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1)
})

it('stops guessing after five codes', async () => {
  await withAuthenticator('guess@example.com')
  const visitor = new Visitor(local)
  await visitor.post('/api/auth/login', { email: 'guess@example.com', password })
  const statuses: number[] = []
  for (let n = 0; n < 7; n += 1)
    statuses.push((await visitor.post('/api/auth/second-factor', { code: `00000${n}` })).status)
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429])
})

it('keeps an admin’s last factor where the organization requires one', async () => {
  const { visitor } = await withAuthenticator('lead@example.com', 'admin')
  const organization = kept.world.scope.organizationId
  const requireSecondFactor = (isRequired: boolean) =>
    visitor.send('PATCH', `/v1/organizations/${organization}`, { require_second_factor: isRequired })
  expect((await requireSecondFactor(true)).status).toBe(200)
  expect(await visitor.post('/api/auth/totp/disable', { password })).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('requires two-factor authentication for admins') },
  })
  const device = new Authenticator(local)
  const { options } = (await visitor.post('/api/auth/passkeys/options')).body
  const { passkey } = (await visitor.post('/api/auth/passkeys', { name: 'Key', response: device.create(options) })).body
  // With a passkey, the authenticator may be removed; then the passkey is the last factor.
  expect((await visitor.post('/api/auth/totp/disable', { password })).status).toBe(200)
  expect((await visitor.send('DELETE', `/api/auth/passkeys/${passkey.id}`)).status).toBe(409)
  expect((await requireSecondFactor(false)).status).toBe(200)
  expect((await visitor.send('DELETE', `/api/auth/passkeys/${passkey.id}`)).status).toBe(200)
})

it('accepts each recovery code once, as typed', async () => {
  const { recovery_codes } = await withAuthenticator('lost@example.com')
  expect(new Set(recovery_codes).size).toBe(10)
  const { rows } = await kept.world.database.pool.query('SELECT code_hash FROM recovery_code')
  expect(rows.some(({ code_hash }) => recovery_codes.includes(code_hash))).toBe(false)
  const enter = async (code: string) => {
    const visitor = new Visitor(local)
    await visitor.post('/api/auth/login', { email: 'lost@example.com', password })
    return { visitor, status: (await visitor.post('/api/auth/second-factor', { code })).status }
  }
  const typed = recovery_codes[0]?.toUpperCase().replaceAll('-', ' ') ?? ''
  const { visitor, status } = await enter(typed)
  expect(status).toBe(200)
  expect((await visitor.get('/api/auth/factors')).body).toMatchObject({
    totp: true,
    recovery_codes_left: 9,
    password: true,
  })
  expect((await enter(typed)).status).toBe(401)
})

it('turns the authenticator off with the password only', async () => {
  const { visitor } = await withAuthenticator('off@example.com')
  clock += 11 * 60_000
  expect((await visitor.post('/api/auth/totp/disable')).status).toBe(403)
  expect((await visitor.post('/api/auth/totp/disable', { password: 'wrong' })).status).toBe(403)
  expect((await visitor.post('/api/auth/totp/disable', { password })).status).toBe(200)
  expect(await new Visitor(local).post('/api/auth/login', { email: 'off@example.com', password })).toMatchObject({
    body: { user: { email: 'off@example.com' } },
  })
})

it('creates a passkey, signs in with it, and removes it', async () => {
  const visitor = await somebody('key@example.com')
  const device = new Authenticator(local)
  const { options } = (await visitor.post('/api/auth/passkeys/options')).body
  const response = device.create(options)
  expect(await visitor.post('/api/auth/passkeys', { name: 'Laptop', response })).toMatchObject({
    status: 200,
    body: { passkey: { name: 'Laptop' } },
  })
  expect((await visitor.post('/api/auth/passkeys', { name: 'Again', response })).status).toBe(401)
  const enter = async (answer: (options: { challenge: string }) => object) => {
    const other = new Visitor(local)
    const signInOptions = (await other.post('/api/auth/passkeys/sign-in-options')).body.options
    return {
      other,
      signInOptions,
      answer: await other.post('/api/auth/passkeys/sign-in', { response: answer(signInOptions) }),
    }
  }
  const { other, signInOptions, answer } = await enter((options) => device.get(options))
  expect(answer).toMatchObject({ status: 200, body: { user: { email: 'key@example.com' } } })
  expect((await other.get('/v1/me')).status).toBe(200)
  // The same challenge again, an unknown key, a locked key, another site's response.
  expect(
    (await new Visitor(local).post('/api/auth/passkeys/sign-in', { response: device.get(signInOptions) })).status,
  ).toBe(401)
  const strange = new Authenticator(local)
  expect((await enter((options) => strange.get(options))).answer.status).toBe(401)
  expect((await enter((options) => device.get(options, { verified: false }))).answer.status).toBe(401)
  const phished = device.atOrigin('http://evil.localhost')
  expect((await enter((options) => phished.get(options))).answer.status).toBe(401)
  const [passkey] = (await visitor.get('/api/auth/factors')).body.passkeys
  expect((await visitor.send('DELETE', `/api/auth/passkeys/${passkey.id}`)).status).toBe(200)
  expect((await enter((options) => device.get(options))).answer.status).toBe(401)
})

it('limits an admin without a second factor to setting one up, where the organization requires it', async () => {
  const visitor = await somebody('boss@example.com', 'admin')
  const unprotected = await somebody('plain@example.com')
  const { pool } = kept.world.database
  await pool.query('UPDATE organization SET require_second_factor = true WHERE id = $1', [
    kept.world.scope.organizationId,
  ])
  expect(await visitor.get('/v1/notifications')).toMatchObject({
    status: 403,
    body: { code: 'second_factor_required' },
  })
  expect((await visitor.get('/api/auth/session')).body.session).toMatchObject({ second_factor_due: true })
  expect((await unprotected.get('/v1/notifications')).status).toBe(200)
  const { secret } = (await visitor.post('/api/auth/totp/enroll')).body
  await visitor.post('/api/auth/totp/confirm', { code: codeAt(fromBase32(secret), stepOf(clock)) })
  expect((await visitor.get('/v1/notifications')).status).toBe(200)
  await pool.query('UPDATE organization SET require_second_factor = false')
})
