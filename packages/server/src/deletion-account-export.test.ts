/** The export of an account: every way to sign in and every event, and nothing that would let anyone sign in. */
import { randomUUID } from 'node:crypto'
import { readAuditPagesOfPerson } from '@kept/store/audit/list-of-person.ts'
import { readAuditHead } from '@kept/store/audit/read.ts'
import { noteAudit } from '@kept/store/audit/record.ts'
import { linkAccount, setPasswordHash } from '@kept/store/people/credentials.ts'
import { addPasskey } from '@kept/store/people/passkeys.ts'
import { proposeTwoFactor, replaceRecoveryCodes, takeStep } from '@kept/store/people/two-factor.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { exportAccount } from './testing/export-account.ts'
import { createTestUser, type TestUser } from './testing/sign-in.ts'
import { openKept, type TestKept } from './testing.ts'

const secret = 'canary-secret'
const now = new Date()
let kept: TestKept
let ada: TestUser
let exported: Awaited<ReturnType<typeof exportAccount>>

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
  exported = await exportAccount(kept.url, ada)
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
  expect((await exportAccount(kept.url, eve)).data.sign_in_methods).toEqual([])
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

const summariesOf = (events: readonly { summary: string }[]) => events.map(({ summary }) => summary)

it('has the audit events, the newest first, and is recorded', async () => {
  const { database, scope } = kept.world
  const actor = { kind: 'person', id: ada.userId, name: 'ada' } as const
  for (const summary of ['First.', 'Second.', 'Third.'])
    await noteAudit(database, scope, { actor, at: now, action: 'session.created', target: randomUUID(), summary })
  const { data } = await exportAccount(kept.url, ada)
  expect(summariesOf(data.audit_events).slice(0, 3)).toEqual(['Third.', 'Second.', 'First.'])
  const { data: next } = await exportAccount(kept.url, ada)
  expect(next.audit_events).toHaveLength(data.audit_events.length + 1)
  expect(next.audit_events[0]).toMatchObject({ action: 'account.exported', actor_id: ada.userId })
})

it('has every event of two organizations, and holds one page of them', async () => {
  const { database, scope } = kept.world
  await createTestUser(kept, { name: 'ada', in: 'other' })
  const counts = { [scope.organizationId]: 20_001, [kept.world.otherScope.organizationId]: 500 }
  const owner = await kept.world.openOwner()
  try {
    for (const [organizationId, count] of Object.entries(counts)) {
      await owner.query(
        `INSERT INTO audit_event SELECT (jsonb_populate_record(e, jsonb_build_object('organization_id', $1::text,
           'id', gen_random_uuid(), 'seq', 1000 + n, 'summary', 'Planted ' || n))).*
         FROM audit_event e, generate_series(1, $3::int) n
         WHERE e.seq = (SELECT max(seq) FROM audit_event WHERE actor_id = $2) AND e.organization_id = $4`,
        [organizationId, ada.userId, count, scope.organizationId],
      )
      await owner.query(
        `INSERT INTO audit_head (organization_id, seq, hash) VALUES ($1, $2, repeat('0', 64))
         ON CONFLICT (organization_id) DO UPDATE SET seq = $2`,
        [organizationId, 1000 + count],
      )
    }
  } finally {
    await owner.end()
  }
  const { data } = await exportAccount(kept.url, ada)
  const events: { summary: string }[] = data.audit_events
  const names = summariesOf(events).filter((summary) => summary.startsWith('Planted'))
  expect(names).toHaveLength(20_501)
  expect(new Set(names).size).toBe(20_001)
  const sizes: number[] = []
  const { seq: until } = await readAuditHead(database, scope)
  for await (const page of readAuditPagesOfPerson(database, scope, ada.userId, { until, pageSize: 10_000 }))
    sizes.push(page.length)
  expect(sizes.slice(0, 2)).toEqual([10_000, 10_000])
  expect(sizes).toHaveLength(3)
})
