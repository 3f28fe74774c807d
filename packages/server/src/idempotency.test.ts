/** `Idempotency-Key` over HTTP: executed once for each caller and key, whether repeated at once or after a kill. */
import { randomUUID } from 'node:crypto'
import { claimKey, keepKeysMs, markCarriedOut } from '@kept/store/idempotency/keys.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestUser, type TestUser } from './testing/sign-in.ts'
import { openKept, type TestKept } from './testing.ts'

let kept: TestKept
let now = new Date('2026-01-05T10:00:00Z')
let admin: TestUser
beforeAll(async () => {
  kept = await openKept({}, { now: () => now })
  admin = await createTestUser(kept, { name: 'admin', in: 'own', role: 'admin' })
})
afterAll(() => kept.close())

const path = '/v1/budgets'
const budget = (name: string) => ({ name, period: 'monthly', amount: '320', currency: 'USD' })

async function post(caller: Pick<TestUser, 'headers'>, key: string, body: unknown, to = path) {
  const response = await fetch(`${kept.url}${to}`, {
    method: 'POST',
    headers: { ...caller.headers, 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify(body),
  })
  const answer = (await response.json()) as { data?: { id: string; key?: string }; details?: { reason: string } }
  return { status: response.status, replayed: response.headers.get('idempotent-replayed'), ...answer }
}

async function countOf(name: string): Promise<number> {
  const { data } = await admin.client.budgets.list({})
  return data.filter((budget) => budget.name === name).length
}

it('executes the same request once, and repeats its response', async () => {
  const key = randomUUID()
  const first = await post(admin, key, budget('once'))
  expect(first).toMatchObject({ status: 200, replayed: null })
  // The order of members does not make another request.
  const reordered = Object.fromEntries(Object.entries(budget('once')).reverse())
  expect(await post(admin, key, reordered)).toEqual({ ...first, replayed: 'true' })
  expect(await countOf('once')).toBe(1)
  // With a new key it is another request: a second budget of that name, which is rejected.
  const repeated = await post(admin, randomUUID(), budget('once'))
  expect(repeated.status).toBe(409)
  expect(repeated.details?.reason).toBeUndefined()
})

it('repeats the response of a new API key, and stores it encrypted', async () => {
  const key = randomUUID()
  const apiKey = { name: 'CI', scopes: ['costs:read'] }
  const first = await post(admin, key, apiKey, '/v1/api-keys')
  expect((await post(admin, key, apiKey, '/v1/api-keys')).data).toEqual(first.data)
  const rows = await kept.world.database.scoped(kept.world.scope, (tx) =>
    tx.selectFrom('idempotency_key').select('answer').where('key', '=', key).execute(),
  )
  expect(rows).toHaveLength(1)
  expect(rows[0]?.answer).not.toContain(first.data?.key)
})

it('rejects a key that was used for another request', async () => {
  const key = randomUUID()
  await post(admin, key, budget('reused'))
  const refused = { status: 409, details: { reason: 'idempotency_key_reused' } }
  expect(await post(admin, key, budget('other'))).toMatchObject(refused)
  expect(await post(admin, key, { name: 'CI', scopes: ['costs:read'] }, '/v1/api-keys')).toMatchObject(refused)
  expect(await countOf('other')).toBe(0)
  expect(await post(admin, 'not ASCII: ü', budget('x'))).toMatchObject({ status: 400 })
  expect(await post(admin, 'with a blank', budget('x'))).toMatchObject({ status: 400 })
})

it('separates the keys of users, API keys and organizations', async () => {
  const key = randomUUID()
  const user = await createTestUser(kept, { name: 'user', in: 'own', role: 'user' })
  const otherAdmin = await createTestUser(kept, { name: 'elsewhere', in: 'other', role: 'admin' })
  const apiKey = await admin.client.apiKeys.create({ name: 'k', scopes: ['alerts:write'] })
  const callers = [admin, user, otherAdmin, { headers: { authorization: `Bearer ${apiKey.data.key}` } }]
  const ids = new Set<string | undefined>()
  for (const [index, caller] of callers.entries()) {
    const answer = await post(caller, key, budget(`apart ${index}`))
    expect(answer).toMatchObject({ status: 200, replayed: null })
    ids.add(answer.data?.id)
  }
  expect(ids.size).toBe(4)
})

it('executes one of many concurrent requests', async () => {
  const key = randomUUID()
  const answers = await Promise.all(Array.from({ length: 8 }, () => post(admin, key, budget('at once'))))
  const done = answers.filter(({ status }) => status === 200)
  expect(done.length).toBeGreaterThan(0)
  expect(new Set(done.map(({ data }) => data?.id)).size).toBe(1)
  for (const answer of answers.filter(({ status }) => status !== 200)) {
    expect(answer).toMatchObject({ status: 409, details: { reason: 'idempotency_in_progress' } })
  }
  expect(await countOf('at once')).toBe(1)
})

it('releases the key when the request was rejected', async () => {
  const key = randomUUID()
  expect(await post(admin, key, { ...budget('fixed'), amount: 'much' })).toMatchObject({ status: 400 })
  expect(await post(admin, key, budget('fixed'))).toMatchObject({ status: 200, replayed: null })
})

it('deletes a key after a day', async () => {
  const key = randomUUID()
  await post(admin, key, budget('a day'))
  now = new Date(now.getTime() + keepKeysMs)
  admin = await createTestUser(kept, { name: 'admin', in: 'own', role: 'admin' })
  expect(await post(admin, key, budget('another day'))).toMatchObject({ status: 200, replayed: null })
})

it('knows whether a request took effect before Kept was killed', async () => {
  const { database, scope } = kept.world
  /** The state after a kill, after or before the budget was written. */
  const leave = async (name: string, wrote: boolean) => {
    const key = randomUUID()
    await post(admin, key, budget(name))
    await database.scoped(scope, async (tx) => {
      if (!wrote) await tx.deleteFrom('budget').where('name', '=', name).execute()
      await tx
        .updateTable('idempotency_key')
        .set({ answer: null, carried_out: wrote, process_id: randomUUID() })
        .where('key', '=', key)
        .execute()
    })
    return key
  }
  const done = await leave('took effect', true)
  expect(await post(admin, done, budget('took effect'))).toMatchObject({
    status: 409,
    details: { reason: 'idempotency_interrupted' },
  })
  expect(await countOf('took effect')).toBe(1)
  const undone = await leave('no effect', false)
  expect(await post(admin, undone, budget('no effect'))).toMatchObject({ status: 200, replayed: null })
})

it('waits for another Kept on the same database until its claim expires', async () => {
  const { database, scope } = kept.world
  const claim = { caller: 'person x', key: randomUUID(), requestHash: 'hash', now, isOnlyProcess: false }
  expect(await claimKey(database, scope, { ...claim, processId: randomUUID() })).toMatchObject({ state: 'claimed' })
  const other = { ...claim, processId: randomUUID() }
  expect(await claimKey(database, scope, other)).toEqual({ state: 'running' })
  await database.scoped(scope, (tx) =>
    tx
      .updateTable('idempotency_key')
      .set({ leased_until: new Date(0) })
      .where('key', '=', claim.key)
      .execute(),
  )
  expect(await claimKey(database, scope, other)).toMatchObject({ state: 'claimed' })
})

it('marks only what was written', async () => {
  const { database, scope } = kept.world
  const claim = {
    caller: 'person y',
    key: randomUUID(),
    requestHash: 'h',
    processId: randomUUID(),
    now: now,
    isOnlyProcess: true,
  }
  const claimed = await claimKey(database, scope, claim)
  if (claimed.state !== 'claimed') throw new Error(claimed.state)
  const isMarked = async () => {
    const row = await database.scoped(scope, (tx) =>
      tx.selectFrom('idempotency_key').select('carried_out').where('id', '=', claimed.id).executeTakeFirst(),
    )
    return row?.carried_out
  }
  await database.scoped(scope, async (tx) => {
    await tx.selectFrom('budget').select('id').execute()
    await markCarriedOut(tx, claimed.id)
  })
  expect(await isMarked()).toBe(false)
  await database.scoped(scope, async (tx) => {
    await tx.updateTable('budget').set({ amount: '1' }).execute()
    await markCarriedOut(tx, claimed.id)
  })
  expect(await isMarked()).toBe(true)
})
