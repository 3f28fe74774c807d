/** Read marks belong to one user; changes are sent to the open screens of the organization. */
import { randomUUID } from 'node:crypto'
import { addNotification, type NewNotification } from '@kept/store/notifications/add.ts'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import WebSocket from 'ws'
import { plantRecommendation } from '../testing/plant.ts'
import { createTestUser, type TestUser } from '../testing/sign-in.ts'
import { openKept, type TestKept } from '../testing.ts'

let kept: TestKept
let ann: TestUser
let bob: TestUser
const sockets: WebSocket[] = []
beforeAll(async () => {
  kept = await openKept()
  ann = await createTestUser(kept, { name: 'ann', in: 'own', role: 'admin' })
  bob = await createTestUser(kept, { name: 'bob', in: 'own' })
})
afterAll(async () => {
  for (const socket of sockets) socket.terminate()
  await kept.close()
})

const notify = (title: string, kind: NewNotification['kind'] = 'recommendations') =>
  kept.world.database.scoped(kept.world.scope, (tx) =>
    addNotification(tx, kept.world.scope, { kind, title, body: '', href: '/savings' }),
  )
const unreadOf = async ({ client }: TestUser) => (await client.notifications.list({})).meta.unread

async function listen(user: TestUser): Promise<{ type?: string; payload?: Record<string, unknown> }[]> {
  const socket = new WebSocket(`${kept.url.replace('http', 'ws')}/client/${user.userId}`, { headers: user.headers })
  sockets.push(socket)
  const messages: { type?: string; payload?: Record<string, unknown> }[] = []
  socket.on('message', (data) => messages.push(JSON.parse(String(data))))
  await vi.waitFor(() => expect(messages.filter(({ type }) => type === 'subscribed').length).toBeGreaterThan(1), {
    timeout: 60_000,
  })
  return messages
}

it('keeps notifications unread for other users', async () => {
  await notify('first')
  await notify('second')
  expect([await unreadOf(ann), await unreadOf(bob)]).toEqual([2, 2])
  const { data } = await bob.client.notifications.list({})
  expect((await bob.client.notifications.read({ ids: [data[0]?.id ?? ''] })).data.unread).toBe(1)
  expect([await unreadOf(ann), await unreadOf(bob)]).toEqual([2, 1])
  expect((await bob.client.notifications.read({})).data.unread).toBe(0)
  expect((await bob.client.notifications.read({})).data.unread).toBe(0)
  expect((await ann.client.notifications.list({})).data.map(({ read }) => read)).toEqual([false, false])
  await notify('third')
  expect([await unreadOf(ann), await unreadOf(bob)]).toEqual([3, 1])
})

it('separates the read marks of demo visitors', async () => {
  const { id } = await kept.world.database.shared
    .insertInto('organization')
    .values({ slug: 'demo', name: 'Demo', demo: true })
    .returning('id')
    .executeTakeFirstOrThrow()
  kept.server.services.config.demo = true
  const scope = { organizationId: id }
  await kept.world.database.scoped(scope, (tx) =>
    addNotification(tx, scope, { kind: 'recommendations', title: 'demo', body: '', href: '/' }),
  )
  const visitor = () =>
    createTestUser(kept, { name: 'demo-client', in: scope, demo: true, emailDomain: 'demo.kept.invalid' })
  const [visitorA, other] = [await visitor(), await visitor()]
  await visitorA.client.notifications.read({})
  expect([await unreadOf(visitorA), await unreadOf(other)]).toEqual([0, 1])
})

it('gives each demo visitor a few live connections of their own', async () => {
  const { id } = await kept.world.database.shared
    .selectFrom('organization')
    .select('id')
    .where('slug', '=', 'demo')
    .executeTakeFirstOrThrow()
  const visitor = () =>
    createTestUser(kept, {
      name: 'demo-client',
      in: { organizationId: id },
      demo: true,
      emailDomain: 'demo.kept.invalid',
    })
  const [greedy, other] = [await visitor(), await visitor()]
  const closed: number[] = []
  for (let opened = 0; opened < 8; opened += 1) {
    const socket = new WebSocket(`${kept.url.replace('http', 'ws')}/ws`, { headers: greedy.headers })
    sockets.push(socket)
    socket.on('close', (code) => closed.push(code))
  }
  await vi.waitFor(() => expect(closed).toEqual([4429, 4429, 4429]), { timeout: 60_000 })
  expect((await listen(other)).length).toBeGreaterThan(1)
})

it('sends loops, failed imports and savings regressions to open screens as cost alerts', async () => {
  const messages = await listen(bob)
  for (const kind of ['loop', 'import_failed', 'savings_regression', 'anomaly', 'budget', 'recommendations'] as const)
    await notify(kind, kind)
  const typeOf = (kind: string) => messages.find(({ payload }) => payload?.kind === kind)?.type
  await vi.waitFor(() => expect(typeOf('recommendations')).toBe('metrics_update'), { timeout: 60_000 })
  for (const kind of ['loop', 'import_failed', 'savings_regression', 'anomaly', 'budget'])
    expect([kind, typeOf(kind)]).toEqual([kind, 'cost_alert'])
})

it('sends accepted and dismissed recommendations and read marks to open screens', async () => {
  const id = await plantRecommendation(kept.world.database, kept.world.scope, randomUUID())
  const messages = await listen(bob)
  const request = (path: string, body: object) =>
    fetch(`${kept.url}/v1/cost-optimization/recommendations/${id}/${path}`, {
      method: 'POST',
      headers: { ...ann.headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  expect((await request('accept', {})).status).toBe(200)
  expect((await request('dismiss', { reason: 'We need it.' })).status).toBe(200)
  await ann.client.notifications.read({})
  await vi.waitFor(
    () =>
      expect(messages.map(({ payload }) => payload)).toEqual(
        expect.arrayContaining([
          expect.objectContaining({ kind: 'recommendation_changed', id, after: 'accepted' }),
          expect.objectContaining({ kind: 'recommendation_changed', id, after: 'dismissed' }),
          { kind: 'notifications_read' },
        ]),
      ),
    { timeout: 60_000 },
  )
})
