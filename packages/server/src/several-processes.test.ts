/**
 * Two real processes on one Postgres and one ClickHouse, each with a data folder of its own and one shared folder,
 * behind nginx where it is installed, else behind a proxy of our own: what one is told the other knows, a kill loses
 * nothing that was acknowledged, and a stop loses no request.
 */
import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type PlainPostgres, postgresFolders, startPlainPostgres } from '@kept/store/testing/plain-postgres.ts'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest'
import WebSocket from 'ws'
import { smallBill } from './imports/testing/small-bill.ts'
import { type SpawnedKept, spawnKept } from './testing/acknowledged/spawned-kept.ts'
import { type BalancingProxy, startBalancingProxy } from './testing/balancing-proxy.ts'
import { freePort } from './testing/free-port.ts'
import { hasNginx, startNginx } from './testing/nginx-proxy.ts'
import { Visitor } from './testing/visitor.ts'

type Name = 'one' | 'two'

let folder: string
let postgres: PlainPostgres
let proxy: BalancingProxy
let smtp: SMTPServer
let ada: Visitor
const kepts = new Map<Name, SpawnedKept>()
const ports = new Map<Name, number>()
/** The recipient of each email that the mail server accepted. */
const mails: string[] = []
/** A session is bound to its browser: the same as a visitor's. */
const browser = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' }
const warehouseName = `several_${randomUUID().replaceAll('-', '')}`

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kept-several-'))
  smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      stream.resume()
      stream.on('end', () => {
        mails.push(...session.envelope.rcptTo.map(({ address }) => address))
        done()
      })
    },
  })
  await new Promise<void>((done) => smtp.listen(0, '127.0.0.1', done))
  const [programs] = postgresFolders()
  postgres = await startPlainPostgres(programs?.folder ?? '')
  await postgres.execute('CREATE DATABASE kept')
  proxy = hasNginx ? await startNginx() : await startBalancingProxy()
  // Each comes back on its port. A reload of nginx under load would close connections that have just been opened.
  for (const name of ['one', 'two'] as const) {
    ports.set(name, await freePort())
    await proxy.add(`http://127.0.0.1:${ports.get(name)}`)
  }
  const [first, second] = await Promise.all([start('one'), start('two')])
  ada = new Visitor(proxy.url)
  await setUp([first, second])
})
afterAll(async () => {
  for (const { process } of kepts.values()) process.kill('SIGKILL')
  await proxy?.close()
  await postgres?.stop()
  await new Promise<void>((done) => smtp.close(done))
  await dropWarehouse()
  rmSync(folder, { recursive: true, force: true, maxRetries: 20 })
})

async function start(name: Name): Promise<SpawnedKept> {
  const warehouse = new URL(inject('warehouse').url)
  warehouse.username = inject('warehouse').username
  warehouse.password = inject('warehouse').password
  warehouse.pathname = `/${warehouseName}`
  const started = await spawnKept(join(folder, name), {
    DATABASE_URL: postgres.url('kept'),
    CLICKHOUSE_URL: warehouse.href,
    KEPT_SHARED_FOLDER: join(folder, 'shared'),
    KEPT_SMTP_URL: `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`,
    KEPT_TRUST_PROXY: '127.0.0.1',
    KEPT_PUBLIC_URL: proxy.url,
    KEPT_DRAIN_SECONDS: '2',
    KEPT_PORT: String(ports.get(name)),
  })
  kepts.set(name, started)
  return started
}

/** Stops or kills one, and waits for its end. */
async function end(name: Name, signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null> {
  const { process } = kept(name)
  const exited = once(process, 'exit')
  process.kill(signal)
  const [code] = (await exited) as [number | null]
  return code
}

function kept(name: Name): SpawnedKept {
  const started = kepts.get(name)
  if (!started) throw new Error(`Kept ${name} was not started`)
  return started
}

/** Each start without an operator makes a link and revokes the last one: one of the two is valid. */
async function setUp(started: readonly SpawnedKept[]): Promise<void> {
  const statuses: number[] = []
  for (const { output } of started) {
    const token = decodeURIComponent(/setup\?token=(\S+)/.exec(output)?.[1] ?? '')
    const { status } = await ada.post('/api/auth/setup', {
      ...{ token, email: 'ada@example.com', password: 'plum tractor october' },
      ...{ full_name: 'Ada', organization_name: 'Acme' },
    })
    statuses.push(status)
  }
  expect(statuses).toContain(200)
}

/** The same session, sent to one process instead of through the proxy. */
function directly(name: Name): Visitor {
  const visitor = new Visitor(kept(name).url, { host: new URL(proxy.url).host })
  for (const [cookie, value] of ada.cookies) visitor.cookies.set(cookie, value)
  return visitor
}

async function upload(visitor: Visitor, url: string, text: string): Promise<string> {
  const answer = await fetch(`${url}/v1/uploads?name=bill.csv`, {
    method: 'POST',
    headers: { ...browser, cookie: visitor.cookieHeader(), 'x-csrf-token': await visitor.token() },
    body: text,
  })
  const body = (await answer.json()) as { data?: { id: string } }
  if (!body.data) throw new Error(JSON.stringify(body))
  return body.data.id
}

const account = (n: number) => String(100_000_000_000 + n)
const importOf = async (visitor: Visitor, uploadId: string) => {
  const answer = await visitor.post('/v1/imports', { uploads: [uploadId] })
  expect([answer.status, answer.body]).toEqual([200, expect.anything()])
  return answer.body.data.id as string
}
const expectDone = (ids: readonly string[]) =>
  vi.waitFor(
    async () => {
      for (const id of ids) {
        const { body } = await ada.get(`/v1/imports/${id}`)
        expect([body.data.status, body.data.progress.stage]).toEqual(['done', 'done'])
      }
    },
    { timeout: 500_000, interval: 250 },
  )

/** Asks again and again through the proxy, until it is stopped; returns the failures. */
function load(visitor: Visitor, path: string): () => Promise<{ answered: number; failed: string[] }> {
  let isOn = true
  let answered = 0
  const failed: string[] = []
  const ask = async () => {
    while (isOn) {
      const answer = await visitor
        .get(path)
        .catch((error: Error) => ({ status: 0, body: `${error.message}: ${error.cause}` }))
      if (answer.status === 200) answered += 1
      else failed.push(`${answer.status} ${JSON.stringify(answer.body)}`)
    }
  }
  const running = Promise.all([ask(), ask(), ask()])
  return async () => {
    isOn = false
    await running
    return { answered, failed }
  }
}

function invite(addresses: readonly string[]): Promise<number[]> {
  return Promise.all(
    addresses.map(async (email) => (await ada.post('/v1/users/invite', { email, role: 'user' })).status),
  )
}
const addresses = (word: string, count: number) => Array.from({ length: count }, (_, n) => `${word}${n}@example.com`)
const expectMailed = (recipients: readonly string[]) =>
  vi.waitFor(() => expect(recipients.filter((address) => !mails.includes(address))).toEqual([]), { timeout: 500_000 })

it('signs in on one, uploads on the other, and hears live events on both', { timeout: 900_000 }, async () => {
  const [first, second] = [directly('one'), directly('two')]
  expect((await first.get('/v1/me')).body).toMatchObject({ data: { user: { email: 'ada@example.com' } } })
  const received = new Map<Name, { type: string }[]>([
    ['one', []],
    ['two', []],
  ])
  const sockets = await Promise.all(
    [...received].map(async ([name, events]) => {
      const socket = new WebSocket(`${kept(name).url.replace('http', 'ws')}/ws`, {
        headers: { ...browser, cookie: ada.cookieHeader() },
      })
      socket.on('message', (data) => events.push(JSON.parse(String(data)) as { type: string }))
      await once(socket, 'open')
      socket.send(JSON.stringify({ type: 'subscribe', channel: 'audit' }))
      await expect.poll(() => events).toContainEqual(expect.objectContaining({ type: 'subscribed' }))
      return socket
    }),
  )
  const id = await upload(second, kept('two').url, smallBill([{ account: account(1), billed: '3.5' }]))
  const imported = await importOf(first, id)
  await expectDone([imported])
  const audited = (name: Name) => received.get(name)?.filter(({ type }) => type === 'audit_event')
  await vi.waitFor(() => expect(audited('one')?.length).toBeGreaterThan(1), { timeout: 300_000 })
  await vi.waitFor(() => expect(audited('two')).toEqual(audited('one')), { timeout: 300_000 })
  for (const socket of sockets) socket.terminate()
})

it('loses no job and no email when one is killed under load, and sessions go on', { timeout: 1_200_000 }, async () => {
  const uploads = await Promise.all(
    Array.from({ length: 8 }, (_, n) =>
      upload(ada, proxy.url, smallBill([{ account: account(10 + n), billed: `${n + 1}.25` }])),
    ),
  )
  const stopLoad = load(ada, '/v1/me')
  const imports = await Promise.all(uploads.map((id) => importOf(ada, id)))
  const invited = addresses('killed', 12)
  expect(new Set(await invite(invited))).toEqual(new Set([200]))
  await end('one', 'SIGKILL')
  await expectDone(imports)
  await expectMailed(invited)
  const { answered, failed } = await stopLoad()
  // Only what the killed process had begun to answer: three at most were under way.
  expect(failed.length, failed.join('\n')).toBeLessThanOrEqual(3)
  expect(answered).toBeGreaterThan(20)
  await start('one')
  expect((await directly('one').get('/v1/me')).status).toBe(200)
  // Each bill is there once: none is missing, and none was imported again over itself.
  const { body } = await ada.get('/v1/loads?page_size=100')
  const accounts = body.data.map((load: { billing_account_id: string }) => load.billing_account_id)
  expect(accounts.toSorted()).toEqual([account(1), ...uploads.map((_id, n) => account(10 + n))])
})

/** A proxy leaves a process alone for five seconds after it has refused a connection. */
const proxyForgetsMs = 6_000

it('loses no request and sends no email twice when one after the other is stopped', {
  timeout: 1_200_000,
}, async () => {
  const stopLoad = load(ada, '/v1/me')
  const invited: string[] = []
  let isOn = true
  const inviting = (async () => {
    const statuses = new Set<number>()
    for (let n = 0; isOn; n += 1) {
      invited.push(`stopped${n}@example.com`)
      for (const status of await invite(invited.slice(-1))) statuses.add(status)
      await wait(100)
    }
    return statuses
  })()
  for (const name of ['one', 'two'] as const) {
    await wait(500)
    expect(await end(name, 'SIGTERM')).toBe(0)
    await start(name)
    await wait(proxyForgetsMs)
  }
  isOn = false
  expect(await inviting).toEqual(new Set([200]))
  const { answered, failed } = await stopLoad()
  expect(failed).toEqual([])
  expect(answered).toBeGreaterThan(50)
  await expectMailed(invited)
  await wait(3_000)
  expect(mails.filter((address) => address.startsWith('stopped')).toSorted()).toEqual(invited.toSorted())
})

it('refuses a process with another secret key', { timeout: 120_000 }, async () => {
  const main = new URL('./main.ts', import.meta.url).pathname
  const warehouse = inject('warehouse')
  const { status, stderr } = spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', main], {
    env: {
      PATH: process.env.PATH,
      ...{ KEPT_DATA: join(folder, 'three'), KEPT_PORT: '0', KEPT_DEMO: 'off', DATABASE_URL: postgres.url('kept') },
      CLICKHOUSE_URL: warehouse.url.replace('//', `//${warehouse.username}:${warehouse.password}@`),
    },
    encoding: 'utf8',
  })
  expect([status, stderr]).toEqual([2, expect.stringContaining('uses this database with another secret key')])
})

async function dropWarehouse(): Promise<void> {
  const { url, username, password } = inject('warehouse')
  await fetch(`${url}/?query=${encodeURIComponent(`DROP DATABASE IF EXISTS ${warehouseName} SYNC`)}`, {
    method: 'POST',
    headers: { 'x-clickhouse-user': username, 'x-clickhouse-key': password },
  })
}
