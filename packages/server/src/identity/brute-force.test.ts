/** Guessing is an alert wherever it happens: at the second factor and inside a session, anyone who tries there is further in. */
import { setPasswordHash } from '@kept/store/people/credentials.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestUser, signIn, type TestUser } from '../testing/sign-in.ts'
import { Visitor } from '../testing/visitor.ts'
import { openKept, type TestKept } from '../testing.ts'
import { hashPassword } from './password-hash.ts'
import { finishBackgroundTasks } from './run-in-background.ts'
import { codeAt, fromBase32, stepOf } from './totp.ts'

const password = 'plum tractor october'
let kept: TestKept
let admin: TestUser
const clock = Date.parse('2026-03-01T12:00:00Z')
beforeAll(async () => {
  kept = await openKept({}, { now: () => new Date(clock) })
  admin = await createTestUser(kept, { name: 'ada', in: 'own', role: 'admin' })
})
afterAll(() => kept.close())

async function signedIn(email: string): Promise<Visitor> {
  const { userId } = await signIn(kept.server.services, { ...kept.world.scope, email })
  await setPasswordHash(kept.world.database, userId, await hashPassword(password), new Date(clock))
  const visitor = new Visitor(kept.url)
  expect((await visitor.post('/api/auth/login', { email, password })).status).toBe(200)
  return visitor
}

/** What alerts of brute force say of a user. */
async function alertsOf(email: string): Promise<string[]> {
  await finishBackgroundTasks(kept.server.services)
  const filters = [{ label: 'rule' as const, values: ['session.brute_force'] }]
  const { data } = await admin.client.alerts.previewRule({ kinds: ['security'], min_severity: 'high', filters })
  return data.map(({ title }) => title).filter((title) => title.includes(email))
}

async function statuses(count: number, attempt: (index: number) => Promise<{ status: number }>): Promise<number[]> {
  const answers: number[] = []
  for (let index = 0; index < count; index += 1) answers.push((await attempt(index)).status)
  return answers
}

it('of codes after the right password raises an alert, and so do passwords after them', async () => {
  const email = 'tot@example.com'
  const visitor = await signedIn(email)
  const { secret } = (await visitor.post('/api/auth/totp/enroll')).body
  const code = codeAt(fromBase32(secret), stepOf(clock))
  expect((await visitor.post('/api/auth/totp/confirm', { code })).status).toBe(200)
  const attacker = new Visitor(kept.url)
  const login = (typed: string) => attacker.post('/api/auth/login', { email, password: typed })
  expect((await login(password)).status).toBe(200)
  const answers = await statuses(8, (index) => attacker.post('/api/auth/second-factor', { code: `00000${index}` }))
  expect(answers).toEqual([401, 401, 401, 401, 401, 429, 429, 429])
  const behindPassword = `Sign-ins as ${email} failed too often at the second factor and were refused for a while. The first factor was right`
  expect(await alertsOf(email)).toEqual([behindPassword])
  expect(await statuses(6, (index) => login(`plum tractor ${index}`))).toEqual([401, 401, 401, 401, 401, 429])
  expect((await alertsOf(email)).sort()).toEqual([
    `Sign-ins as ${email} failed too often and were refused for a while`,
    behindPassword,
  ])
})

it('of the password inside a session raises an alert', async () => {
  const email = 'hijacked@example.com'
  const visitor = await signedIn(email)
  const confirm = (index: number) => visitor.post('/api/auth/confirm-identity', { password: `plum tractor ${index}` })
  expect(await statuses(11, confirm)).toEqual([...Array<number>(10).fill(403), 429])
  expect(await alertsOf(email)).toEqual([
    `The password of ${email} was wrong too often in an open session. Changes of the account were refused for a while`,
  ])
})
