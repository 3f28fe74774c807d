/** Audit streams over real HTTP, to real receivers: a webhook, syslog over TLS, and an S3 bucket. */
import { createHash, createHmac } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AuditEvent } from '@kept/domain/audit.ts'
import type { AuditStreamDestination } from '@kept/domain/audit-stream.ts'
import { checkAuditExport } from '@kept/engine/audit/check-export.ts'
import { readAuditEvents, readAuditHead } from '@kept/store/audit/read.ts'
import { sha256 } from '@kept/store/audit/sha256.ts'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { openReceiver, type Receiver } from './alerts/testing/receiver.ts'
import { verifyEd25519 } from './platform/verify-ed25519.ts'
import { auditStreamsJob, deliverStreams } from './security/streams/deliver-streams.ts'
import { listen } from './testing/listen.ts'
import { createTestUser, type TestUser } from './testing/sign-in.ts'
import { openTlsReceiver, type TlsReceiver } from './testing/tls-receiver.ts'
import { openKept, type TestKept } from './testing.ts'

let clock = Date.parse('2026-03-01T12:00:00Z')
let kept: TestKept
let admin: TestUser
let user: TestUser
let webhook: Receiver
let syslog: TlsReceiver
let storage: Server
let storageUrl: string
const objects = new Map<string, string>()
beforeAll(async () => {
  webhook = await openReceiver()
  syslog = await openTlsReceiver()
  storage = openStorage()
  storageUrl = await listen(storage)
  kept = await openKept(
    { KEPT_PRIVATE_NETWORKS: '127.0.0.1', KEPT_STORAGE_ENDPOINTS: storageUrl },
    { now: () => new Date(clock) },
  )
  admin = await createTestUser(kept, { name: 'ada', in: 'own', role: 'admin' })
  user = await createTestUser(kept, { name: 'uma', in: 'own', role: 'user' })
})
afterAll(async () => {
  await kept.close()
  webhook.close()
  syslog.close()
  storage.close()
})
afterEach(async () => {
  for (const { id } of (await admin.client.auditStreams.list(own)).data)
    await admin.client.auditStreams.remove({ ...own, id })
  webhook.received.length = 0
  webhook.answers.length = 0
})

/** Takes objects whose body has the hash that was signed. */
function openStorage(): Server {
  return createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks)
      const isSigned = /Credential=AKIAEXAMPLE\//.test(request.headers.authorization ?? '')
      const isComplete = request.headers['x-amz-content-sha256'] === createHash('sha256').update(body).digest('hex')
      if (request.method !== 'PUT' || !isSigned || !isComplete) return response.writeHead(403).end()
      objects.set(decodeURIComponent(request.url ?? ''), body.toString('utf8'))
      return response.writeHead(200).end()
    })
  })
}

const own = { organization: 'own' }
const create = (destination: AuditStreamDestination, more: { start?: 'next' | 'first'; name?: string } = {}) =>
  admin.client.auditStreams.create({ ...own, name: `to ${destination.kind}`, destination, ...more })
const toWebhook = () => create({ kind: 'webhook', url: `${webhook.url}/siem` })
const syslogDestination = (certificate_authority: string | null) =>
  ({ kind: 'syslog', host: '127.0.0.1', port: syslog.port, certificate_authority }) as const
const deliver = () => {
  const { config, secrets, origin, log } = kept.server.services
  const deps = { database: kept.world.database, config, secrets, origin, log, now: () => new Date(clock) }
  return deliverStreams(deps, kept.world.scope)
}
const state = async () => (await admin.client.auditStreams.list(own)).data[0]
const makeEvent = (name: string) => admin.client.apiKeys.create({ name, scopes: ['costs:read'] })
const actionsOf = (events: readonly AuditEvent[]) => events.map(({ action }) => action)

it('sends each event once and in order to a webhook that can verify the signature', async () => {
  const { data: created } = await toWebhook()
  expect(created).toMatchObject({ host: new URL(webhook.url).host, settings: { kind: 'webhook' }, pending: 0 })
  await makeEvent('first')
  await deliver()
  await makeEvent('second')
  await deliver()
  await deliver()
  const [first, second, ...more] = webhook.received
  expect(more).toEqual([])
  expect(actionsOf(first?.body.events)).toEqual(['audit_stream.created', 'api_key.created'])
  expect(actionsOf(second?.body.events)).toEqual(['api_key.created'])
  expect(second?.body.before).toEqual({ seq: first?.body.events[1].seq, hash: first?.body.events[1].hash })
  const { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': signature } = first?.headers ?? {}
  const key = Buffer.from((created.signing_secret ?? '').replace('whsec_', ''), 'base64')
  expect(signature).toBe(`v1,${createHmac('sha256', key).update(`${id}.${time}.${first?.text}`).digest('base64')}`)
  expect(await state()).toMatchObject({ pending: 0, delivered_seq: second?.body.events[0].seq, failure_reason: '' })
})

it('is delivered by the job of every minute', async () => {
  await toWebhook()
  await kept.server.services.jobs.send(auditStreamsJob, {})
  const [first] = await webhook.until(1)
  expect(actionsOf(first?.body.events)).toEqual(['audit_stream.created'])
})

it('tries again after a failure, leaves nothing out, and tells admins when it goes on', async () => {
  await toWebhook()
  await deliver()
  webhook.received.length = 0
  for (let count = 0; count < 3; count += 1) webhook.answers.push({ status: 503, body: 'busy' })
  await makeEvent('while away')
  for (let count = 0; count < 3; count += 1) {
    await deliver()
    expect(await state()).toMatchObject({ failed_attempts: count + 1, failure_reason: expect.stringContaining('503') })
    // Before its time, it is not tried.
    await deliver()
    expect(webhook.received).toHaveLength(count + 1)
    clock += 10 * 60_000
  }
  await deliver()
  const delivered = webhook.received.slice(3).map(({ body }) => actionsOf(body.events))
  expect(delivered).toEqual([['api_key.created', 'audit_stream.failing'], ['audit_stream.recovered']])
  expect(await state()).toMatchObject({ failed_attempts: 0, failure_reason: '', next_attempt_at: null })
})

it('delivers what happened while it was off, and from the first event where that was asked', async () => {
  const { data } = await create({ kind: 'webhook', url: `${webhook.url}/siem` }, { start: 'first' })
  await deliver()
  const events = webhook.received.flatMap(({ body }) => body.events as AuditEvent[])
  const head = await readAuditHead(kept.world.database, kept.world.scope)
  expect(events.map(({ seq }) => seq)).toEqual(Array.from({ length: head.seq }, (_, index) => index + 1))
  await admin.client.auditStreams.update({ ...own, id: data.id, enabled: false })
  await makeEvent('while off')
  webhook.received.length = 0
  await deliver()
  expect(webhook.received).toEqual([])
  await admin.client.auditStreams.update({ ...own, id: data.id, enabled: true })
  await deliver()
  expect(actionsOf(webhook.received[0]?.body.events)).toEqual([
    'audit_stream.updated',
    'api_key.created',
    'audit_stream.updated',
  ])
})

it('sends RFC 5424 over TLS, and nothing to a receiver whose certificate is not trusted', async () => {
  const { data } = await create(syslogDestination(syslog.certificate))
  await makeEvent('for syslog')
  await deliver()
  const [text = ''] = syslog.received
  const messages = text.split(/(?=\b\d+ <\d+>1 )/)
  expect(messages).toHaveLength(2)
  for (const message of messages) {
    const [, bytes, rest = ''] = /^(\d+) ([\s\S]*)$/.exec(message) ?? []
    expect(Buffer.byteLength(rest)).toBe(Number(bytes))
    expect(rest).toMatch(/^<110>1 2026-03-01T\S+ \S+ kept - (audit_stream|api_key)\.created \[meta sequenceId="\d+"\]/)
    const event = JSON.parse(rest.slice(rest.indexOf('{'))) as AuditEvent
    const stored = await readAuditEvents(kept.world.database, kept.world.scope, { after: event.seq - 1, limit: 1 })
    expect([event]).toEqual(stored)
  }
  await admin.client.auditStreams.remove({ ...own, id: data.id })
  await create(syslogDestination(null))
  await makeEvent('for an untrusted receiver')
  await deliver()
  expect(syslog.received).toHaveLength(1)
  expect((await state())?.failure_reason).toBe('The receiver could not be reached: its certificate is not trusted.')
})

it('writes objects into a bucket that verify by themselves', async () => {
  await create({
    ...{ kind: 's3', region: 'eu-west-1', bucket: 'kept-audit', prefix: 'logs/', endpoint: storageUrl },
    ...{ access_key_id: 'AKIAEXAMPLE', secret_access_key: 'a-secret' },
  })
  await makeEvent('for the bucket')
  await deliver()
  const [entry, ...more] = objects
  expect(more).toEqual([])
  const [path = '', text = ''] = entry ?? []
  expect(path).toMatch(/^\/kept-audit\/logs\/[0-9a-f-]{36}\/\d{12}-\d{12}\.jsonl$/)
  const check = checkAuditExport({ sha256, verify: verifyEd25519 })
  for (const line of text.trim().split('\n')) check.takeLine(line)
  expect(check.finish()).toMatchObject({ agrees: true, events: 2 })
})

it('shows no secret, and tests an address without moving on', async () => {
  const { data } = await create({
    ...{ kind: 's3', region: 'eu-west-1', bucket: 'kept-audit', prefix: '', endpoint: storageUrl },
    ...{ access_key_id: 'AKIAOTHER', secret_access_key: 'a-secret' },
  })
  expect(JSON.stringify(data)).not.toContain('a-secret')
  expect((await admin.client.auditStreams.test({ ...own, id: data.id })).data).toEqual({
    delivered: false,
    message: 'Writing to the bucket "kept-audit" was denied. Allow s3:PutObject, and check the access key.',
  })
  expect(await state()).toMatchObject({ delivered_seq: data.delivered_seq, failed_attempts: 0, failure_reason: '' })
})

it('refuses what it cannot use in one sentence, with nothing changed', async () => {
  const countCreated = async () => {
    const filter = { action: 'audit_stream.created', outcome: 'allowed' } as const
    return (await admin.client.security.listAuditLogs({ ...own, ...filter })).meta.total
  }
  const before = await countCreated()
  for (const [destination, message] of [
    [{ kind: 'webhook', url: 'https://192.168.0.1/' }, '192.168.0.1 is in a private network'],
    [{ ...syslogDestination(null), host: '169.254.169.254' }, '169.254.169.254 is in a private network'],
    [{ ...syslogDestination('no certificate') }, 'certificate'],
    [{ ...syslogDestination(null), host: 'a b' }, 'host'],
    [
      {
        ...{ kind: 's3', region: 'eu-west-1', bucket: 'kept-audit', prefix: '', endpoint: 'https://elsewhere.example' },
        ...{ access_key_id: 'AKIAEXAMPLE', secret_access_key: 'a-secret' },
      },
      'KEPT_STORAGE_ENDPOINTS',
    ],
  ] as [AuditStreamDestination, string][])
    await expect(create(destination)).rejects.toThrow(message)
  await expect(user.client.auditStreams.list(own)).rejects.toMatchObject({ status: 403 })
  await expect(admin.client.auditStreams.list({ organization: 'other' })).rejects.toMatchObject({ status: 404 })
  expect(await state()).toBeUndefined()
  expect(await countCreated()).toBe(before)
})

it('has a limit, and one stream of each name', async () => {
  await toWebhook()
  await expect(toWebhook()).rejects.toThrow('There is an audit stream "to webhook".')
  for (let count = 2; count <= 5; count += 1)
    await create({ kind: 'webhook', url: `${webhook.url}/siem` }, { name: `stream ${count}` })
  await expect(create({ kind: 'webhook', url: webhook.url }, { name: 'one more' })).rejects.toThrow('5 audit streams')
})
