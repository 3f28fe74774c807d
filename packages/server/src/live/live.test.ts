/** Live connections over real HTTP: authentication, permissions, disconnects, and no lost events. */
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Permission } from '@kept/domain/permission.ts'
import { noteAudit } from '@kept/store/audit/record.ts'
import { pruneLiveEvents } from '@kept/store/live/events.ts'
import { publish } from '@kept/store/live/publish.ts'
import { addNotification } from '@kept/store/notifications/add.ts'
import { changeMembership } from '@kept/store/people/members.ts'
import { changeSession, endSession } from '@kept/store/people/sessions.ts'
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest'
import WebSocket from 'ws'
import { type SignedInForTest, signIn } from '../testing/sign-in.ts'
import { openKept, type TestKept } from '../testing.ts'

let kept: TestKept
let admin: SignedInForTest
let user: SignedInForTest
let otherUser: SignedInForTest
const opened: WebSocket[] = []
beforeAll(async () => {
  kept = await openKept()
  const { services } = kept.server
  const [ownScope, other] = [kept.world.scope, kept.world.otherScope]
  admin = await signIn(services, { ...ownScope, role: 'admin' })
  user = await signIn(services, { ...ownScope, role: 'user' })
  otherUser = await signIn(services, { ...other, role: 'user' })
})
afterAll(async () => {
  for (const socket of opened) socket.terminate()
  await kept.close()
})

interface Line {
  socket: WebSocket
  received: Record<string, unknown>[]
  /** HTTP status of a rejected handshake, or the code of a close. */
  closeCode: Promise<number>
  send(message: object | string): void
}

const isOpen = ({ readyState }: WebSocket) => readyState === WebSocket.OPEN

async function line(
  path: string,
  caller: Pick<SignedInForTest, 'headers'> | null,
  headers = {},
  url = kept.url,
): Promise<Line> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}${path}`, {
    headers: { ...caller?.headers, ...headers },
  })
  opened.push(socket)
  const received: Record<string, unknown>[] = []
  socket.on('message', (data) => received.push(JSON.parse(String(data)) as Record<string, unknown>))
  const closeCode = new Promise<number>((resolve) => {
    socket.on('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0))
    socket.on('close', resolve)
  })
  socket.on('error', () => undefined)
  await Promise.race([new Promise((resolve) => socket.once('open', resolve)), closeCode])
  const send = (message: object | string) =>
    socket.send(typeof message === 'string' ? message : JSON.stringify(message))
  return { socket, received, closeCode, send }
}

const notify = (title: string, kind: 'recommendations' | 'anomaly' = 'recommendations', scope = kept.world.scope) =>
  kept.world.database.scoped(scope, (tx) => addNotification(tx, scope, { kind, title, body: '', href: '/' }))
/** A timeout for a busy machine; events normally arrive at once. */
const patient = { timeout: 60_000 }
const expectReceived = (connection: Line, ...expected: object[]) =>
  vi.waitFor(() => expect(connection.received).toEqual(expected.map((part) => expect.objectContaining(part))), patient)

it('rejects connections without a session, from other sites, and to other users’ messages', async () => {
  expect(await (await line('/ws', null)).closeCode).toBe(401)
  expect(await (await line('/ws', user, { origin: 'https://evil.example' })).closeCode).toBe(403)
  for (const id of [admin.userId, otherUser.userId, randomUUID()])
    expect(await (await line(`/client/${id}`, user)).closeCode).toBe(404)
  const connection = await line('/ws', user, { origin: kept.url })
  expect(connection.socket.readyState).toBe(WebSocket.OPEN)
})

it('sends subscribed channels, to its organization only, until unsubscribed', async () => {
  const [ownConnection, other] = [await line('/ws', user), await line('/ws', otherUser)]
  for (const connection of [ownConnection, other]) connection.send({ type: 'subscribe', channel: 'alerts' })
  await expectReceived(ownConnection, { type: 'subscribed', channel: 'alerts' })
  await expectReceived(other, { type: 'subscribed', channel: 'alerts' })
  await notify('not subscribed to')
  await notify('cost anomaly', 'anomaly')
  await expectReceived(
    ownConnection,
    { type: 'subscribed' },
    { type: 'cost_alert', payload: expect.objectContaining({ title: 'cost anomaly' }) },
  )
  ownConnection.send({ type: 'unsubscribe', channel: 'alerts' })
  await expectReceived(ownConnection, {}, {}, { type: 'unsubscribed' })
  await notify('unheard', 'anomaly')
  ownConnection.send({ type: 'ping' })
  await expectReceived(ownConnection, {}, {}, {}, { type: 'pong' })
  // Subscribed and unsubscribed at once, it stays unsubscribed.
  ownConnection.send({ type: 'subscribe', channel: 'metrics' })
  ownConnection.send({ type: 'unsubscribe', channel: 'metrics' })
  await expectReceived(
    ownConnection,
    {},
    {},
    {},
    {},
    { type: 'subscribed', channel: 'metrics' },
    { type: 'unsubscribed' },
  )
  other.send({ type: 'ping' })
  await expectReceived(other, { type: 'subscribed' }, { type: 'pong' })
})

it('catches up with nothing of another organization, whatever number it begins after', async () => {
  const { database, otherScope } = kept.world
  await notify('of the other organization', 'anomaly', otherScope)
  const { seq } = await database.scoped(otherScope, (tx) =>
    tx.selectFrom('live_event').select('seq').orderBy('seq', 'desc').executeTakeFirstOrThrow(),
  )
  for (const since of [0, Number(seq) - 1]) {
    const connection = await line('/ws', admin)
    for (const channel of ['metrics', 'alerts', 'security', 'audit'])
      connection.send({ type: 'subscribe', channel, since })
    const countOf = (sought: string) => connection.received.filter(({ type }) => type === sought).length
    await vi.waitFor(() => expect(countOf('subscribed')).toBe(4), patient)
    connection.send({ type: 'ping' })
    await vi.waitFor(() => expect(countOf('pong')).toBe(1), patient)
    expect(JSON.stringify(connection.received)).not.toContain('of the other organization')
  }
})

it('limits security events to users who may read the audit log', async () => {
  const { services } = kept.server
  const granted = (allow: Permission[]) => signIn(services, { ...kept.world.scope, grants: { allow, deny: [] } })
  const [auditor, reader] = [await granted(['security:read']), await granted(['users:read'])]
  const auditorConnection = await line(`/client/${auditor.userId}`, auditor)
  const readerConnection = await line(`/client/${reader.userId}`, reader)
  const [adminConnection, userConnection] = [
    await line(`/client/${admin.userId}`, admin),
    await line(`/client/${user.userId}`, user),
  ]
  const subscribed = ['metrics', 'alerts', 'security', 'audit'].map((channel) => ({ channel }))
  await expectReceived(adminConnection, ...subscribed)
  await expectReceived(userConnection, { channel: 'metrics' }, { channel: 'alerts' })
  userConnection.send({ type: 'subscribe', channel: 'security' })
  await expectReceived(userConnection, {}, {}, { type: 'error', code: 'forbidden', channel: 'security' })
  await noteAudit(kept.world.database, kept.world.scope, {
    action: 'session.hijack_suspected',
    actor: { kind: 'system', id: null, name: 'Kept' },
    summary: 'a session was used elsewhere',
    at: new Date(),
  })
  await expectReceived(
    adminConnection,
    ...subscribed,
    { type: 'security_alert', payload: expect.objectContaining({ summary: 'a session was used elsewhere' }) },
    { type: 'audit_event' },
  )
  await expectReceived(auditorConnection, ...subscribed, { type: 'security_alert' }, { type: 'audit_event' })
  readerConnection.send({ type: 'ping' })
  await expectReceived(readerConnection, { channel: 'metrics' }, { channel: 'alerts' }, { type: 'pong' })
  userConnection.send({ type: 'ping' })
  await expectReceived(userConnection, {}, {}, {}, { type: 'pong' })
})

it('loses no events that happened without a connection', async () => {
  const before = await line('/ws', user)
  before.send({ type: 'subscribe', channel: 'metrics' })
  await vi.waitFor(() => expect(before.received).toHaveLength(1), patient)
  const seq = Number(before.received[0]?.seq)
  before.socket.terminate()
  for (const title of ['first', 'second', 'third']) await notify(title)
  const after = await line(`/client/${user.userId}?since=${seq}`, user)
  // What is committed while the missed events are read is sent afterwards.
  await vi.waitFor(() => expect(after.received).toHaveLength(5), patient)
  expect(after.received.filter(({ channel }) => channel === 'metrics')).toEqual(
    [
      { type: 'subscribed', complete: true },
      ...['first', 'second', 'third'].map((title) => ({ payload: expect.objectContaining({ title }) })),
    ].map((part) => expect.objectContaining(part)),
  )
})

it('reports missed events that were deleted', async () => {
  const { database, scope } = kept.world
  const before = await line(`/client/${user.userId}`, user)
  await vi.waitFor(() => expect(before.received).toHaveLength(2), patient)
  const seq = Number(before.received[0]?.seq)
  // Without a connection, only the database has the events.
  for (const socket of opened) socket.terminate()
  await vi.waitFor(() => expect(kept.server.features.live.connectionCount()).toBe(0), patient)
  await notify('missed')
  await notify('the last event')
  await pruneLiveEvents(database, scope, new Date(Date.now() + 2 * 86_400_000))
  const after = await line(`/client/${user.userId}?since=${seq}`, user)
  await expectReceived(
    after,
    { type: 'subscribed', channel: 'metrics', complete: false },
    { payload: expect.objectContaining({ title: 'the last event' }) },
    { type: 'subscribed', channel: 'alerts' },
  )
})

it('disconnects clients that send garbage, too much at once, or nothing', async () => {
  const talker = await line('/ws', user)
  talker.send('nonsense')
  await expectReceived(talker, { type: 'error', code: 'bad_input' })
  for (let n = 0; n < 50; n += 1) talker.send({ type: 'ping' })
  expect(await talker.closeCode).toBe(4429)
  const shouter = await line('/ws', user)
  shouter.send('x'.repeat(5000))
  expect(await shouter.closeCode).toBe(1009)
})

describe('closes at once', () => {
  it('when the session has ended', async () => {
    const leaver = await signIn(kept.server.services, { ...kept.world.scope })
    const connection = await line('/ws', leaver)
    const response = await fetch(`${kept.url}/api/auth/logout`, {
      method: 'POST',
      headers: { ...leaver.headers, 'content-type': 'application/json' },
      body: '{}',
    })
    expect(response.status).toBe(200)
    expect(await connection.closeCode).toBe(4401)
  })

  it('when the user is disabled, here or everywhere', async () => {
    const { services } = kept.server
    const [firstUser, other] = [await signIn(services, kept.world.scope), await signIn(services, kept.world.scope)]
    const lines = [await line('/ws', firstUser), await line('/ws', other)] as const
    await kept.world.database.scoped(kept.world.scope, (tx) =>
      changeMembership(tx, firstUser.userId, { status: 'disabled' }),
    )
    await kept.world.database.shared
      .updateTable('users')
      .set({ disabled_at: new Date() })
      .where('id', '=', other.userId)
      .execute()
    // No repository disables an account; one disabled in the database is noticed at the next minute, or now.
    await kept.server.features.live.refreshRights()
    expect(await Promise.all(lines.map(({ closeCode }) => closeCode))).toEqual([4401, 4401])
  })

  it('and continues when the session does, under a new token', async () => {
    const stayer = await signIn(kept.server.services, { ...kept.world.scope })
    const connection = await line('/ws', stayer)
    await changeSession(kept.world.database, stayer.sessionId, { token_hash: randomUUID() })
    await kept.server.features.live.refreshRights()
    connection.send({ type: 'ping' })
    await expectReceived(connection, { type: 'pong' })
  })

  it('unless only the role changed: then forbidden channels are unsubscribed', async () => {
    const adminUser = await signIn(kept.server.services, { ...kept.world.scope, role: 'admin' })
    const connection = await line(`/client/${adminUser.userId}`, adminUser)
    const subscribed = ['metrics', 'alerts', 'security', 'audit'].map((channel) => ({ channel }))
    await expectReceived(connection, ...subscribed)
    await kept.world.database.scoped(kept.world.scope, (tx) => changeMembership(tx, adminUser.userId, { role: 'user' }))
    const unsubscribed = ['security', 'audit'].map((channel) => ({ type: 'unsubscribed', channel }))
    await expectReceived(connection, ...subscribed, ...unsubscribed)
  })
})

it('disconnects a slow reader instead of buffering everything, and it misses nothing after reconnecting', async () => {
  const slow = await line(`/client/${user.userId}`, user)
  await vi.waitFor(() => expect(slow.received).toHaveLength(2), patient)
  const seq = Number(slow.received[0]?.seq)
  slow.socket.pause()
  const body = 'x'.repeat(512 * 1024)
  const eventCount = 24
  for (let n = 0; n < eventCount; n += 1) {
    await kept.world.database.scoped(kept.world.scope, (tx) =>
      publish(tx, kept.world.scope, { channel: 'metrics', payload: { n, body } }),
    )
  }
  await vi.waitFor(
    () => expect(kept.server.features.live.connectionCount()).toBeLessThan(opened.filter(isOpen).length),
    patient,
  )
  slow.socket.resume()
  expect(await slow.closeCode).toBe(1006)
  const reconnected = await line(`/client/${user.userId}?since=${seq}`, user)
  await vi.waitFor(() => expect(reconnected.received).toHaveLength(eventCount + 2), { timeout: 60_000 })
  expect(reconnected.received.flatMap(({ payload }) => (payload as { n?: number } | undefined)?.n ?? [])).toEqual(
    Array.from({ length: eventCount }, (_, n) => n),
  )
})

it('shares events between processes, and loses none when one of them is killed and restarted', async () => {
  const { host, user: role, password, database } = kept.world.database.pool.options
  const folder = mkdtempSync(join(tmpdir(), 'kept-another-'))
  const secondServer = {
    folder,
    shared: kept.server.services.config.dataFolder,
    database: { host, user: role, password, database },
    warehouse: inject('warehouse'),
    name: database,
  }
  const start = async () => {
    const program = fileURLToPath(new URL('testing/second-server.ts', import.meta.url))
    const child = spawn(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', program, JSON.stringify(secondServer)],
      {
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    )
    const url = await new Promise<string>((resolve, reject) => {
      child.stdout.once('data', (text) => resolve(String(text).trim()))
      child.once('exit', (code) => reject(new Error(`the other Kept ended with ${code}`)))
    })
    return { child, url }
  }
  const first = await start()
  try {
    const connection = await line('/ws', user, {}, first.url)
    connection.send({ type: 'subscribe', channel: 'metrics' })
    await expectReceived(connection, { type: 'subscribed' })
    await notify('said here')
    await expectReceived(connection, {}, { payload: expect.objectContaining({ title: 'said here' }) })
    const seq = Number(connection.received[1]?.seq)
    first.child.kill('SIGKILL')
    expect(await connection.closeCode).toBe(1006)
    for (const title of ['while it', 'was away']) await notify(title)
    const second = await start()
    try {
      const reconnected = await line(`/client/${user.userId}?since=${seq}`, user, {}, second.url)
      await notify('and after')
      await vi.waitFor(
        () =>
          expect(
            reconnected.received.flatMap(({ payload }) => (payload as { title?: string } | undefined)?.title ?? []),
          ).toEqual(['while it', 'was away', 'and after']),
        patient,
      )
      const leaver = await signIn(kept.server.services, { ...kept.world.scope })
      const connection = await line('/ws', leaver, {}, second.url)
      await endSession(kept.world.database, leaver.userId, leaver.sessionId)
      expect(await connection.closeCode).toBe(4401)
    } finally {
      second.child.kill('SIGKILL')
    }
  } finally {
    first.child.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  }
})
