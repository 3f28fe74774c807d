/** The live connections over real HTTP: who is let in, what each may hear, what is cut, and that nothing is lost. */
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { pruneLiveEvents } from '@kept/store/live/events.ts'
import { publishLive } from '@kept/store/live/publish.ts'
import { addNotification } from '@kept/store/notifications/add.ts'
import { noteAudit } from '@kept/store/people/audit.ts'
import { changeMembership } from '@kept/store/people/members.ts'
import { changeSession, endSession } from '@kept/store/people/sessions.ts'
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest'
import WebSocket from 'ws'
import { type SignedInForTest, signIn } from '../testing/sign-in.ts'
import { openKept, type TestKept } from '../testing.ts'

let kept: TestKept
let admin: SignedInForTest
let user: SignedInForTest
let stranger: SignedInForTest
const opened: WebSocket[] = []
beforeAll(async () => {
  kept = await openKept()
  const { services } = kept.server
  const [own, other] = [kept.world.scope, kept.world.stranger]
  admin = await signIn(services, { ...own, role: 'admin' })
  user = await signIn(services, { ...own, role: 'user' })
  stranger = await signIn(services, { ...other, role: 'user' })
})
afterAll(async () => {
  for (const socket of opened) socket.terminate()
  await kept.close()
})

interface Line {
  socket: WebSocket
  heard: Record<string, unknown>[]
  /** HTTP status of a refused handshake, or the code of a close. */
  ended: Promise<number>
  say(message: object | string): void
}

const isOpen = ({ readyState }: WebSocket) => readyState === WebSocket.OPEN

async function line(
  path: string,
  who: Pick<SignedInForTest, 'headers'> | null,
  headers = {},
  url = kept.url,
): Promise<Line> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}${path}`, {
    headers: { ...who?.headers, ...headers },
  })
  opened.push(socket)
  const heard: Record<string, unknown>[] = []
  socket.on('message', (data) => heard.push(JSON.parse(String(data)) as Record<string, unknown>))
  const ended = new Promise<number>((resolve) => {
    socket.on('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0))
    socket.on('close', resolve)
  })
  socket.on('error', () => undefined)
  await Promise.race([new Promise((resolve) => socket.once('open', resolve)), ended])
  const say = (message: object | string) => socket.send(typeof message === 'string' ? message : JSON.stringify(message))
  return { socket, heard, ended, say }
}

const tell = (title: string, kind: 'findings' | 'anomaly' = 'findings', scope = kept.world.scope) =>
  kept.world.database.scoped(scope, (tx) => addNotification(tx, scope, { kind, title, body: '', href: '/' }))
/** As long as a busy machine may take; what is waited for comes at once. */
const patient = { timeout: 60_000 }
const hears = (one: Line, ...wanted: object[]) =>
  vi.waitFor(() => expect(one.heard).toEqual(wanted.map((part) => expect.objectContaining(part))), patient)

it('lets nobody in without a session, from another page, or to somebody else’s messages', async () => {
  expect(await (await line('/ws', null)).ended).toBe(401)
  expect(await (await line('/ws', user, { origin: 'https://evil.example' })).ended).toBe(403)
  expect(await (await line(`/client/${admin.userId}`, user)).ended).toBe(403)
  const own = await line('/ws', user, { origin: kept.url })
  expect(own.socket.readyState).toBe(WebSocket.OPEN)
})

it('tells what was subscribed to, to its organisation only, until unsubscribed', async () => {
  const [one, other] = [await line('/ws', user), await line('/ws', stranger)]
  for (const each of [one, other]) each.say({ type: 'subscribe', channel: 'alerts' })
  await hears(one, { type: 'subscribed', channel: 'alerts' })
  await hears(other, { type: 'subscribed', channel: 'alerts' })
  await tell('not subscribed to')
  await tell('left its path', 'anomaly')
  await hears(
    one,
    { type: 'subscribed' },
    { type: 'cost_alert', payload: expect.objectContaining({ title: 'left its path' }) },
  )
  one.say({ type: 'unsubscribe', channel: 'alerts' })
  await hears(one, {}, {}, { type: 'unsubscribed' })
  await tell('unheard', 'anomaly')
  one.say({ type: 'ping' })
  await hears(one, {}, {}, {}, { type: 'pong' })
  // Asked for and taken back in one breath, it is taken back.
  one.say({ type: 'subscribe', channel: 'metrics' })
  one.say({ type: 'unsubscribe', channel: 'metrics' })
  await hears(one, {}, {}, {}, {}, { type: 'subscribed', channel: 'metrics' }, { type: 'unsubscribed' })
  other.say({ type: 'ping' })
  await hears(other, { type: 'subscribed' }, { type: 'pong' })
})

it('keeps security to those who look after people', async () => {
  const [boss, plain] = [await line(`/client/${admin.userId}`, admin), await line(`/client/${user.userId}`, user)]
  await hears(boss, { channel: 'metrics' }, { channel: 'alerts' }, { channel: 'security' })
  await hears(plain, { channel: 'metrics' }, { channel: 'alerts' })
  plain.say({ type: 'subscribe', channel: 'security' })
  await hears(plain, {}, {}, { type: 'error', code: 'forbidden', channel: 'security' })
  await noteAudit(kept.world.database, kept.world.scope, {
    action: 'session.hijack_suspected',
    actor: { kind: 'system', id: null, name: 'Kept' },
    summary: 'a session turned up elsewhere',
    at: new Date(),
  })
  await hears(
    boss,
    {},
    {},
    {},
    { type: 'security_alert', payload: expect.objectContaining({ summary: 'a session turned up elsewhere' }) },
  )
  plain.say({ type: 'ping' })
  await hears(plain, {}, {}, {}, { type: 'pong' })
})

it('loses nothing of what happened while nobody was connected', async () => {
  const before = await line('/ws', user)
  before.say({ type: 'subscribe', channel: 'metrics' })
  await vi.waitFor(() => expect(before.heard).toHaveLength(1), patient)
  const seq = Number(before.heard[0]?.seq)
  before.socket.terminate()
  for (const title of ['first', 'second', 'third']) await tell(title)
  const after = await line(`/client/${user.userId}?since=${seq}`, user)
  await hears(
    after,
    { type: 'subscribed', channel: 'metrics', whole: true },
    ...['first', 'second', 'third'].map((title) => ({ payload: expect.objectContaining({ title }) })),
    { type: 'subscribed', channel: 'alerts' },
  )
})

it('says so when what was missed is gone for good', async () => {
  const { database, scope } = kept.world
  const before = await line(`/client/${user.userId}`, user)
  await vi.waitFor(() => expect(before.heard).toHaveLength(2), patient)
  const seq = Number(before.heard[0]?.seq)
  // With nobody there the events are remembered by the database alone.
  for (const socket of opened) socket.terminate()
  await vi.waitFor(() => expect(kept.server.liveConnections()).toBe(0), patient)
  await tell('missed')
  await tell('the last one stays')
  await pruneLiveEvents(database, scope, new Date(Date.now() + 2 * 86_400_000))
  const after = await line(`/client/${user.userId}?since=${seq}`, user)
  await hears(
    after,
    { type: 'subscribed', channel: 'metrics', whole: false },
    { payload: expect.objectContaining({ title: 'the last one stays' }) },
    { type: 'subscribed', channel: 'alerts' },
  )
})

it('cuts off who says nonsense without end, too much at once, or has gone', async () => {
  const talker = await line('/ws', user)
  talker.say('nonsense')
  await hears(talker, { type: 'error', code: 'bad_input' })
  for (let n = 0; n < 50; n += 1) talker.say({ type: 'ping' })
  expect(await talker.ended).toBe(4429)
  const shouter = await line('/ws', user)
  shouter.say('x'.repeat(5000))
  expect(await shouter.ended).toBe(1009)
})

describe('closes at once', () => {
  it('when the session has ended', async () => {
    const leaver = await signIn(kept.server.services, { ...kept.world.scope })
    const one = await line('/ws', leaver)
    const out = await fetch(`${kept.url}/api/auth/logout`, {
      method: 'POST',
      headers: { ...leaver.headers, 'content-type': 'application/json' },
      body: '{}',
    })
    expect(out.status).toBe(200)
    expect(await one.ended).toBe(4401)
  })

  it('when the person is banned, here or everywhere', async () => {
    const { services } = kept.server
    const [one, other] = [await signIn(services, kept.world.scope), await signIn(services, kept.world.scope)]
    const lines = [await line('/ws', one), await line('/ws', other)] as const
    await kept.world.database.scoped(kept.world.scope, (tx) => changeMembership(tx, one.userId, { status: 'disabled' }))
    await kept.world.database.shared
      .updateTable('users')
      .set({ disabled_at: new Date() })
      .where('id', '=', other.userId)
      .execute()
    expect(await Promise.all(lines.map(({ ended }) => ended))).toEqual([4401, 4401])
  })

  it('and goes on when the session does, under a new token', async () => {
    const stayer = await signIn(kept.server.services, { ...kept.world.scope })
    const one = await line('/ws', stayer)
    await changeSession(kept.world.database, stayer.sessionId, { token_hash: randomUUID() })
    await kept.server.lookAtLive()
    one.say({ type: 'ping' })
    await hears(one, { type: 'pong' })
  })

  it('unless only the role changed: then what it may no longer hear is taken from it', async () => {
    const boss = await signIn(kept.server.services, { ...kept.world.scope, role: 'admin' })
    const one = await line(`/client/${boss.userId}`, boss)
    await hears(one, { channel: 'metrics' }, { channel: 'alerts' }, { channel: 'security' })
    await kept.world.database.scoped(kept.world.scope, (tx) => changeMembership(tx, boss.userId, { role: 'user' }))
    await hears(one, {}, {}, {}, { type: 'unsubscribed', channel: 'security' })
  })
})

it('cuts a slow reader instead of keeping everything for it, and it misses nothing on its next line', async () => {
  const slow = await line(`/client/${user.userId}`, user)
  await vi.waitFor(() => expect(slow.heard).toHaveLength(2), patient)
  const seq = Number(slow.heard[0]?.seq)
  slow.socket.pause()
  const body = 'x'.repeat(512 * 1024)
  const many = 24
  for (let n = 0; n < many; n += 1) {
    await kept.world.database.scoped(kept.world.scope, (tx) =>
      publishLive(tx, kept.world.scope, { channel: 'metrics', payload: { n, body } }),
    )
  }
  await vi.waitFor(() => expect(kept.server.liveConnections()).toBeLessThan(opened.filter(isOpen).length), patient)
  slow.socket.resume()
  expect(await slow.ended).toBe(1006)
  const again = await line(`/client/${user.userId}?since=${seq}`, user)
  await vi.waitFor(() => expect(again.heard).toHaveLength(many + 2), { timeout: 60_000 })
  expect(again.heard.flatMap(({ payload }) => (payload as { n?: number } | undefined)?.n ?? [])).toEqual(
    Array.from({ length: many }, (_, n) => n),
  )
})

it('shares events between processes, and loses none when one of them is killed and started anew', async () => {
  const { host, user: role, password, database } = kept.world.database.pool.options
  const folder = mkdtempSync(join(tmpdir(), 'kept-another-'))
  const another = {
    folder,
    database: { host, user: role, password, database },
    warehouse: inject('warehouse'),
    name: database,
  }
  const start = async () => {
    const program = fileURLToPath(new URL('testing/another-kept.ts', import.meta.url))
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program, JSON.stringify(another)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const url = await new Promise<string>((resolve, reject) => {
      child.stdout.once('data', (text) => resolve(String(text).trim()))
      child.once('exit', (code) => reject(new Error(`the other Kept ended with ${code}`)))
    })
    return { child, url }
  }
  const first = await start()
  try {
    const there = await line('/ws', user, {}, first.url)
    there.say({ type: 'subscribe', channel: 'metrics' })
    await hears(there, { type: 'subscribed' })
    await tell('said here')
    await hears(there, {}, { payload: expect.objectContaining({ title: 'said here' }) })
    const seq = Number(there.heard[1]?.seq)
    first.child.kill('SIGKILL')
    expect(await there.ended).toBe(1006)
    for (const title of ['while it', 'was away']) await tell(title)
    const second = await start()
    try {
      const back = await line(`/client/${user.userId}?since=${seq}`, user, {}, second.url)
      await tell('and after')
      await vi.waitFor(
        () =>
          expect(back.heard.flatMap(({ payload }) => (payload as { title?: string } | undefined)?.title ?? [])).toEqual(
            ['while it', 'was away', 'and after'],
          ),
        patient,
      )
      const leaver = await signIn(kept.server.services, { ...kept.world.scope })
      const gone = await line('/ws', leaver, {}, second.url)
      await endSession(kept.world.database, leaver.userId, leaver.sessionId)
      expect(await gone.ended).toBe(4401)
    } finally {
      second.child.kill('SIGKILL')
    }
  } finally {
    first.child.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  }
})
