/** The export of an account: every way to sign in, and nothing that would let anyone do it. */
import { randomUUID } from 'node:crypto'
import { listAuditEventsOfPerson } from '@kept/store/audit/list-of-person.ts'
import { noteAudit } from '@kept/store/audit/record.ts'
import { linkAccount, setPasswordHash } from '@kept/store/people/credentials.ts'
import { addPasskey } from '@kept/store/people/passkeys.ts'
import { proposeTwoFactor, replaceRecoveryCodes, takeStep } from '@kept/store/people/two-factor.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestUser, type TestUser } from './testing/sign-in.ts'
import { openKept, type TestKept } from './testing.ts'

const secret = 'canary-secret'
const now = new Date()
let kept: TestKept
let ada: TestUser
let exported: { text: string; data: Record<string, unknown> }

beforeAll(async () => {
  kept = await openKept()
  ada = await createTestUser(kept, { name: 'ada', in: 'own', role: 'admin' })
  const { database } = kept.world
  const { userId } = ada
  await setPasswordHash(database, userId, `${secret}-hash`, now)
  for (const providerId of ['google', 'github', 'oidc:login', 'saml:corp'])
    await linkAccount(database, { userId, providerId, accountId: `ada at ${providerId}`, now })
  await addPasskey(database, {
    ...{ user_id: userId, name: 'Laptop', credential_id: `${secret}-credential`, public_key: `${secret}-key` },
    ...{ counter: 1, transports: [], backed_up: false, created_at: now },
  })
  await proposeTwoFactor(database, userId, `${secret}-authenticator`, now)
  await takeStep(database, userId, 1, now)
  await replaceRecoveryCodes(database, userId, [`${secret}-code`])
  const response = await fetch(`${kept.url}/v1/account/export`, { headers: ada.headers })
  const text = await response.text()
  exported = { text, data: JSON.parse(text).data }
})
afterAll(() => kept.close())

it('lists the password, accounts elsewhere, passkeys and the authenticator', () => {
  const at = now.toISOString()
  const account = (provider: string) => ({
    kind: 'account',
    provider,
    account_id: `ada at ${provider}`,
    created_at: at,
  })
  const methods = [
    { kind: 'password', created_at: at },
    ...['google', 'github', 'oidc:login', 'saml:corp'].map(account),
    { kind: 'passkey', id: expect.any(String), name: 'Laptop', created_at: at, last_used_at: null },
    { kind: 'authenticator', confirmed_at: at },
  ]
  expect(exported.data.sign_in_methods).toHaveLength(methods.length)
  expect(exported.data.sign_in_methods).toEqual(expect.arrayContaining(methods))
})

it('does not list an authenticator that was never confirmed', async () => {
  const eve = await createTestUser(kept, { name: 'eve', in: 'own' })
  await proposeTwoFactor(kept.world.database, eve.userId, `${secret}-authenticator`, now)
  expect((await eve.client.deletion.exportAccount({})).data.sign_in_methods).toEqual([])
})

it('has no secret, and no hash of one', async () => {
  expect(exported.text).not.toContain(secret)
  const owner = await kept.world.openOwner()
  const { rows } = await owner.query('SELECT token_hash FROM session WHERE user_id = $1', [ada.userId])
  await owner.end()
  const tokens = [...rows.map(({ token_hash }) => String(token_hash)), ada.headers.authorization?.split(' ')[1] ?? '']
  expect(tokens).toHaveLength(2)
  for (const token of tokens) {
    expect(token.length).toBeGreaterThan(10)
    expect(exported.text).not.toContain(token)
  }
})

it('has the newest audit events, and says how many more there are', async () => {
  const { database, scope } = kept.world
  const actor = { kind: 'person', id: ada.userId, name: 'ada' } as const
  for (const summary of ['First.', 'Second.', 'Third.'])
    await noteAudit(database, scope, { actor, at: now, action: 'session.created', target: randomUUID(), summary })
  const { data } = await ada.client.deletion.exportAccount({})
  expect(data.audit_events.slice(0, 3).map(({ summary }) => summary)).toEqual(['Third.', 'Second.', 'First.'])
  expect(data.audit_events_left_out).toBe(0)
  const limited = await listAuditEventsOfPerson(database, scope, ada.userId, 2)
  expect(limited.events.map(({ summary }) => summary)).toEqual(['Third.', 'Second.'])
  expect(limited.left_out).toBe(data.audit_events.length - 2)
})
