import { findPerson } from '@kept/store/people/persons.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { tokenHash } from '../platform/one-time-token.ts'
import { emptyMailbox, mailsIn, mailTo } from '../testing/mailbox.ts'
import { Visitor } from '../testing/visitor.ts'
import { openKept, type TestKept } from '../testing.ts'

let kept: TestKept
let clock = Date.parse('2026-03-01T12:00:00Z')
beforeAll(async () => {
  kept = await openKept({ KEPT_ADMIN_EMAILS: 'boss@example.com' }, { now: () => new Date(clock) })
})
afterAll(() => kept.close())

const password = 'plum tractor october'
const signUp = (visitor: Visitor, email: string, more: object = {}) =>
  visitor.post('/api/auth/sign-up', { email, password, full_name: 'Ann Example', ...more })

it('goes from sign-up by email to a new organization', async () => {
  const visitor = new Visitor(kept.url)
  const answer = await signUp(visitor, 'Ann@Example.com')
  expect(answer).toMatchObject({ status: 200, body: { success: true, redirectUrl: '/auth/verify' } })
  expect(await visitor.post('/api/auth/login', { email: 'ann@example.com', password })).toMatchObject({
    status: 403,
    body: { details: { reason: 'unverified' } },
  })
  const { token } = await mailTo(kept.server.services, 'ann@example.com', /verify/i)
  const verified = await visitor.post('/api/auth/verify-email', { token })
  expect(verified).toMatchObject({
    status: 200,
    body: {
      success: true,
      redirectUrl: '/onboarding',
      user: { email: 'ann@example.com', role: 'admin', full_name: 'Ann Example' },
    },
  })
  expect((await visitor.get('/v1/me')).body.data.organization.name).toBe("Ann Example's organization")
  expect(await visitor.post('/api/auth/verify-email', { token })).toMatchObject({ status: 400 })
  const otherBrowser = new Visitor(kept.url)
  expect(await otherBrowser.post('/api/auth/login', { email: 'ANN@example.com', password })).toMatchObject({
    status: 200,
    body: {
      success: true,
      redirectUrl: '/admin',
      user: { email: 'ann@example.com', user_metadata: { full_name: 'Ann Example' }, avatar_url: null },
    },
  })
})

it('responds to a known address like to an unknown one, and notifies its owner', async () => {
  const [first, second] = await Promise.all([
    signUp(new Visitor(kept.url), 'ann@example.com'),
    signUp(new Visitor(kept.url), 'new@example.com'),
  ])
  const anonymous = (body: object) => JSON.stringify(body).replaceAll(/ann|new/g, 'who')
  expect([first.status, anonymous(first.body)]).toEqual([second.status, anonymous(second.body)])
  expect(first.headers.getSetCookie().length).toBe(second.headers.getSetCookie().length)
  const { link } = await mailTo(kept.server.services, 'ann@example.com', /already have a Kept account/)
  expect(link).toBe(`${kept.url}/auth/login`)
  for (const path of ['forgot-password', 'resend-verification']) {
    const existingAccount = await new Visitor(kept.url).post(`/api/auth/${path}`, { email: 'ann@example.com' })
    const unknown = await new Visitor(kept.url).post(`/api/auth/${path}`, { email: 'who@example.com' })
    expect(anonymous(existingAccount.body)).toBe(anonymous(unknown.body))
  }
  const wrongPassword = await new Visitor(kept.url).post('/api/auth/login', {
    email: 'ann@example.com',
    password: 'wrong',
  })
  const unknownAccount = await new Visitor(kept.url).post('/api/auth/login', {
    email: 'noone@example.com',
    password: 'wrong',
  })
  expect([wrongPassword.status, wrongPassword.body.message]).toEqual([
    unknownAccount.status,
    unknownAccount.body.message,
  ])
})

it('creates one user for five concurrent sign-ups', async () => {
  const answers = await Promise.all(Array.from({ length: 5 }, () => signUp(new Visitor(kept.url), 'five@example.com')))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  const { rows } = await kept.world.database.pool.query(
    "SELECT count(*)::int AS n FROM users WHERE email = 'five@example.com'",
  )
  expect(rows[0].n).toBe(1)
})

it('does not give access to a person who signed up with another’s address', async () => {
  const attacker = new Visitor(kept.url)
  await signUp(attacker, 'victim@example.com', { password: 'attackers own words' })
  const { token } = await mailTo(kept.server.services, 'victim@example.com', /verify/i)
  const victim = new Visitor(kept.url)
  expect(await victim.post('/api/auth/verify-email', { token })).toMatchObject({
    status: 401,
    body: { details: { password_required: true } },
  })
  expect(await victim.post('/api/auth/verify-email', { token, password: 'not what was chosen' })).toMatchObject({
    status: 401,
  })
  expect((await findPerson(kept.world.database, { email: 'victim@example.com' }))?.email_verified).toBe(false)
  // The owner of the mailbox chooses a password, and the attacker's is no longer valid.
  await victim.post('/api/auth/forgot-password', { email: 'victim@example.com' })
  const reset = await mailTo(kept.server.services, 'victim@example.com', /Reset your Kept password/)
  expect(
    await victim.post('/api/auth/reset-password', { token: reset.token, password: 'owl river lantern' }),
  ).toMatchObject({ status: 200 })
  expect(await attacker.post('/api/auth/verify-email', { token })).toMatchObject({ status: 400 })
  expect(
    await attacker.post('/api/auth/login', { email: 'victim@example.com', password: 'attackers own words' }),
  ).toMatchObject({ status: 401 })
})

it('gives a browser no access by requesting another email', async () => {
  const [attacker, victim] = [new Visitor(kept.url), new Visitor(kept.url)]
  await signUp(attacker, 'twice@example.com', { password: 'attackers own words' })
  await signUp(victim, 'twice@example.com')
  await emptyMailbox(kept.server.services)
  await victim.post('/api/auth/resend-verification', { email: 'twice@example.com' })
  const { token } = await mailTo(kept.server.services, 'twice@example.com', /verify/i)
  expect(await victim.post('/api/auth/verify-email', { token })).toMatchObject({ status: 401 })
  await emptyMailbox(kept.server.services)
  await attacker.post('/api/auth/resend-verification', { email: 'twice@example.com' })
  const email = await mailTo(kept.server.services, 'twice@example.com', /verify/i)
  expect(await attacker.post('/api/auth/verify-email', { token: email.token })).toMatchObject({ status: 200 })
})

it('rejects guessable passwords, and requires nothing else', async () => {
  const visitor = new Visitor(kept.url)
  const refuse = async (chosen: string) =>
    (await signUp(visitor, 'pat.miller@example.com', { password: chosen })).status
  for (const weak of [
    'password1!',
    'Qwertyuiop',
    'pat.miller@example.com',
    'PatMiller1',
    'kept-kept',
    'short',
    'aaaaaaaaaaaa',
    'x'.repeat(129),
  ])
    expect([weak, await refuse(weak)]).toEqual([weak, 400])
  expect(await refuse('only lower case words here')).toBe(200)
})

it('rejects unknown fields', async () => {
  const visitor = new Visitor(kept.url)
  await signUp(visitor, 'mass@example.com', {
    role: 'admin',
    email_verified: true,
    id: '00000000-0000-4000-8000-000000000000',
  })
  const person = await findPerson(kept.world.database, { email: 'mass@example.com' })
  expect(person).toMatchObject({ email_verified: false })
  expect(person?.id).not.toBe('00000000-0000-4000-8000-000000000000')
})

it('rejects others where sign-up is closed, but not the configured admins', async () => {
  kept.server.services.config.signUp = false
  expect(await signUp(new Visitor(kept.url), 'late@example.com')).toMatchObject({ status: 403 })
  expect(await signUp(new Visitor(kept.url), 'boss@example.com')).toMatchObject({ status: 200 })
  const { database, scope } = kept.world
  const token = 'an invitation of the test'
  const now = new Date(clock)
  await database.scoped(scope, (tx) =>
    tx
      .insertInto('invitation')
      .values({
        organization_id: scope.organizationId,
        email: 'guest@example.com',
        full_name: 'Guest',
        role: 'user',
        token_hash: tokenHash(token),
        invited_by_name: 'Boss',
        created_at: now,
        sent_at: now,
        expires_at: new Date(clock + 3_600_000),
      })
      .execute(),
  )
  const invited = (email: string) => signUp(new Visitor(kept.url), email, { invitation: token })
  expect((await invited('late@example.com')).status).toBe(403)
  const guest = new Visitor(kept.url)
  await emptyMailbox(kept.server.services)
  expect((await signUp(guest, 'guest@example.com', { invitation: token })).status).toBe(200)
  // Verifying the address accepts the invitation: no new organization, and no further step.
  const email = await mailTo(kept.server.services, 'guest@example.com', /./)
  const answer = await guest.post('/api/auth/verify-email', { token: email.token })
  expect(answer.body).toMatchObject({ redirectUrl: '/client', user: { role: 'user' } })
  expect((await guest.get('/v1/organizations')).body.data).toMatchObject([{ slug: 'own' }])
  kept.server.services.config.signUp = true
})

it('resets a password once, and ends every session', async () => {
  const [firstBrowser, secondBrowser] = [new Visitor(kept.url), new Visitor(kept.url)]
  for (const visitor of [firstBrowser, secondBrowser])
    await visitor.post('/api/auth/login', { email: 'ann@example.com', password })
  expect((await secondBrowser.get('/v1/me')).status).toBe(200)
  await emptyMailbox(kept.server.services)
  await firstBrowser.post('/api/auth/forgot-password', { email: 'ann@example.com' })
  const { token } = await mailTo(kept.server.services, 'ann@example.com', /Reset your Kept password/)
  const tries = await Promise.all(
    ['violet engine harbor', 'marble engine harbor'].map((chosen) =>
      new Visitor(kept.url).post('/api/auth/reset-password', { token, password: chosen }),
    ),
  )
  expect(tries.map(({ status }) => status).sort()).toEqual([200, 400])
  expect([(await firstBrowser.get('/v1/me')).status, (await secondBrowser.get('/v1/me')).status]).toEqual([401, 401])
  expect(await firstBrowser.post('/api/auth/login', { email: 'ann@example.com', password })).toMatchObject({
    status: 401,
  })
})

it('expires links', async () => {
  const visitor = new Visitor(kept.url)
  await emptyMailbox(kept.server.services)
  await visitor.post('/api/auth/forgot-password', { email: 'new@example.com' })
  const { token } = await mailTo(kept.server.services, 'new@example.com', /Reset your Kept password/)
  clock += 3_600_000
  expect(await visitor.post('/api/auth/reset-password', { token, password: 'violet engine harbor' })).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining('already used or has expired') },
  })
  for (const broken of ['x', '.', 'a.b', `${token}x`, token.replace('.', '')])
    expect(
      (await visitor.post('/api/auth/reset-password', { token: broken, password: 'violet engine harbor' })).status,
    ).toBe(400)
})

it('limits the number of emails', async () => {
  const visitor = new Visitor(kept.url)
  await emptyMailbox(kept.server.services)
  const statuses: number[] = []
  for (let n = 0; n < 6; n += 1)
    statuses.push((await visitor.post('/api/auth/forgot-password', { email: 'five@example.com' })).status)
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
  await mailTo(kept.server.services, 'five@example.com', /Reset your Kept password/)
  const sentEmails = mailsIn(kept.server.services.config.dataFolder).filter(({ to }) => to === 'five@example.com')
  expect(sentEmails.length).toBeLessThanOrEqual(5)
})
