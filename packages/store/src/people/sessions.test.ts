import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openWorld, type World } from '../testing/world.ts'
import { addMembership } from './own-memberships.ts'
import { createSession, endSession, findSession, noteSessionUse } from './sessions.ts'

let world: World
const now = new Date('2026-11-01T10:00:00Z')
const later = (minutes: number) => new Date(now.getTime() + minutes * 60_000)

beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

async function newSession(organizationId: string, role: 'admin' | 'user' = 'user') {
  const { database } = world
  const email = `${randomUUID()}@example.com`
  const { id: userId } = await database.shared
    .insertInto('users')
    .values({ email })
    .returning('id')
    .executeTakeFirstOrThrow()
  await addMembership(database, { organizationId, userId, role, now })
  const token: string = randomUUID()
  const id = await createSession(database, {
    token_hash: token,
    user_id: userId,
    active_organization_id: organizationId,
    kind: 'ordinary',
    fingerprint: '',
    bound: false,
    ip: '',
    user_agent: '',
    created_at: now,
    authenticated_at: now,
    expires_at: later(60),
    absolute_expires_at: later(600),
  })
  return { id, token, userId, email, organizationId, role }
}

type TestSession = Awaited<ReturnType<typeof newSession>>

function find({ token }: Pick<TestSession, 'token'>) {
  return findSession(world.database, { token_hash: token })
}

it('gives each of many requests at once its own user and membership', async () => {
  const [own, other] = [world.scope.organizationId, world.otherScope.organizationId]
  const sessions: TestSession[] = []
  for (let index = 0; index < 12; index += 1)
    sessions.push(await newSession(index % 2 === 0 ? own : other, index % 3 === 0 ? 'admin' : 'user'))
  const requests = [...sessions, ...sessions.toReversed(), { token: 'of no session' }]
  const answers = await Promise.all(requests.map((session) => find(session)))
  const summaries = answers.map(
    (answer) => answer && [answer.id, answer.user.email, answer.membership?.organization.id],
  )
  const expected = sessions.map(({ id, email, organizationId }) => [id, email, organizationId])
  expect(summaries).toEqual([...expected, ...expected.toReversed(), undefined])
  expect(answers.slice(0, 12).map((answer) => answer?.membership?.role)).toEqual(sessions.map(({ role }) => role))
})

it('ends a session for the next request, also among many', async () => {
  const [ended, ...others] = [
    await newSession(world.scope.organizationId),
    await newSession(world.scope.organizationId),
    await newSession(world.scope.organizationId),
  ]
  const before = [ended, ...others, ended].map((session) => find(session))
  await endSession(world.database, ended.userId, ended.id)
  const after = await Promise.all([ended, ...others, ended].map((session) => find(session)))
  expect(after.map((session) => session?.id)).toEqual([undefined, ...others.map(({ id }) => id), undefined])
  await Promise.all(before)
})

it('fails alone for an id that is none', async () => {
  const { id, token } = await newSession(world.scope.organizationId)
  const [invalid, valid, byToken] = await Promise.allSettled([
    findSession(world.database, { id: '-'.repeat(36) }),
    findSession(world.database, { id }),
    find({ token }),
  ])
  expect(invalid.status).toBe('rejected')
  expect([valid, byToken]).toMatchObject([{ value: { id } }, { value: { id } }])
})

it('notes the use of many sessions, and waits for none that is being changed', async () => {
  const { database } = world
  const sessions = [await newSession(world.scope.organizationId), await newSession(world.scope.organizationId)]
  const locked = await newSession(world.scope.organizationId)
  await database.shared.transaction().execute(async (tx) => {
    await tx.updateTable('session').set({ ip: '192.0.2.9' }).where('id', '=', locked.id).execute()
    const uses = [...sessions, locked].map(({ id }, index) => ({ id, at: later(index + 1), ip: `192.0.2.${index}` }))
    await Promise.all(uses.map((use) => noteSessionUse(database, use)))
  })
  const rows = await database.shared
    .selectFrom('session')
    .select(['id', 'last_seen_at', 'ip'])
    .where('id', 'in', [...sessions.map(({ id }) => id), locked.id])
    .orderBy('last_seen_at')
    .execute()
  expect(rows).toEqual([
    { id: locked.id, last_seen_at: now, ip: '192.0.2.9' },
    { id: sessions[0]?.id, last_seen_at: later(1), ip: '192.0.2.0' },
    { id: sessions[1]?.id, last_seen_at: later(2), ip: '192.0.2.1' },
  ])
})
