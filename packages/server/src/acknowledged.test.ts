/**
 * Acknowledged writes survive a kill, exactly once. Each write is followed at once by a SIGKILL of Kept and of both its
 * engines; what the next start serves is compared with what was acknowledged. There is one write for each way of storing
 * things; acknowledged-routes.test.ts has every route.
 */
import { createHmac } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { finished } from './imports/testing/deliver.ts'
import { smallBill } from './imports/testing/small-bill.ts'
import { findRunningKept } from './platform/data-folder.ts'
import { killKept, type SpawnedKept, spawnKept } from './testing/acknowledged/spawned-kept.ts'
import { remoteWriteBody } from './testing/remote-write.ts'

let folder: string
let kept: SpawnedKept
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kept-acknowledged-'))
  kept = await spawnKept(folder)
})
afterAll(async () => {
  await killAll(await kept.enginePids())
  rmSync(folder, { recursive: true, force: true, maxRetries: 20 })
})

const killAll = (engines: number[]) => killKept(kept, engines)

async function send(
  path: string,
  body: string | Uint8Array<ArrayBuffer>,
  headers: Record<string, string> = {},
): Promise<{ data?: unknown }> {
  const answer = await fetch(`${kept.url}${path}`, { method: 'POST', headers: { ...kept.headers, ...headers }, body })
  const text = await answer.text()
  expect([answer.status, text]).toEqual([expect.toSatisfy((status: number) => status < 300), text])
  return text === '' ? {} : (JSON.parse(text) as { data?: unknown })
}

interface Write {
  name: string
  /** Returns what `find` needs. */
  send(): Promise<string>
  find(sentId: string): Promise<unknown>
  expected: unknown
}

const json = { 'content-type': 'application/json' }
const resource = { attributes: [{ key: 'service.name', value: { stringValue: 'checkout' } }] }
const nano = () => `${Date.now()}000000`
const hex = (value: number, length: number) => value.toString(16).padStart(length, '0')

function traces(count: number): string {
  const spans = Array.from({ length: count }, (_, index) => ({
    traceId: hex(index + 1, 32),
    spanId: hex(index + 1, 16),
    name: 'charge',
    kind: 2,
    startTimeUnixNano: nano(),
    endTimeUnixNano: nano(),
  }))
  return JSON.stringify({ resourceSpans: [{ resource, scopeSpans: [{ spans }] }] })
}

function metrics(count: number): string {
  const dataPoints = Array.from({ length: count }, (_, index) => ({ timeUnixNano: nano(), asDouble: index }))
  const metric = { name: 'process.memory.usage', unit: 'By', gauge: { dataPoints } }
  return JSON.stringify({ resourceMetrics: [{ resource, scopeMetrics: [{ metrics: [metric] }] }] })
}

function logs(count: number): string {
  const logRecords = Array.from({ length: count }, (_, index) => ({
    timeUnixNano: nano(),
    severityNumber: 9,
    body: { stringValue: `order ${index}` },
  }))
  return JSON.stringify({ resourceLogs: [{ resource, scopeLogs: [{ logRecords }] }] })
}

async function accepted(signal: string): Promise<number | undefined> {
  const find = async () => (await kept.client.telemetry.intake({})).data.find((row) => row.signal === signal)?.accepted
  // Read from the journal right after the start; forwarded telemetry, once the lease of the killed process ends.
  return vi.waitFor(
    async () => {
      const result = await find()
      expect(result).toBeGreaterThan(0)
      return result
    },
    { timeout: 180_000, interval: 500 },
  )
}

const otlp = (path: string, body: string) => async () => {
  expect(await send(path, body, json)).toEqual({})
  return ''
}

const hourAgo = new Date(Math.floor(Date.now() / 60_000) * 60_000 - 3_600_000)

async function pointsOf(metrics: string): Promise<number | undefined> {
  const { data } = await kept.client.resources.metrics({ id: 'r-2', grain: 'raw', metrics })
  return data.series[0]?.summary.points
}

const event = (id: string) => ({
  event_id: id,
  activity_type: 'login',
  environment_id: 'dev-1',
  user_id: 'ada',
  timestamp: '2026-10-01T08:00:00Z',
})

let hook: { url: string; secret: string; id: string }
let uploaded = ''
const bill = smallBill([{ billed: '12.5', day: 3, resource: 'r-1' }])

const writes: Write[] = [
  {
    name: 'spans',
    send: otlp('/v1/traces', traces(500)),
    find: () => accepted('traces'),
    expected: 500,
  },
  { name: 'metric points', send: otlp('/v1/metrics', metrics(40)), find: () => accepted('metrics'), expected: 40 },
  { name: 'log records', send: otlp('/v1/logs', logs(30)), find: () => accepted('logs'), expected: 30 },
  {
    name: 'usage events',
    send: async () => {
      await kept.client.developerBehavior.putEvents({ events: [event('e-1'), event('e-2')] })
      return ''
    },
    // Sent again, each is recognized and counts once.
    find: async () => {
      const { data } = await kept.client.developerBehavior.putEvents({ events: [event('e-1'), event('e-2')] })
      return { accepted: data.accepted, repeated: data.repeated }
    },
    expected: { accepted: 0, repeated: 2 },
  },
  {
    name: 'a hook',
    send: async () => {
      hook = (await kept.client.behaviorHooks.create({ kind: 'github', name: 'of github' })).data
      return hook.id
    },
    find: async (id) =>
      (await kept.client.behaviorHooks.list({})).data.hooks.filter((row) => row.id === id).map(({ name }) => name),
    expected: ['of github'],
  },
  {
    name: 'a webhook delivery',
    send: async () => {
      await deliverPush()
      return hook.id
    },
    find: async (id) => {
      const isReplayed = await deliverPush()
      const row = (await kept.client.behaviorHooks.list({})).data.hooks.find((hook) => hook.id === id)
      return { replayed: isReplayed, deliveries: row?.deliveries, events: row?.events }
    },
    expected: { replayed: true, deliveries: 1, events: 1 },
  },
  {
    name: 'an upload',
    send: async () => {
      const { data } = await send('/v1/uploads?name=bill.csv', bill)
      uploaded = (data as { id: string }).id
      return uploaded
    },
    find: async (id) => (await kept.client.imports.create({ uploads: [id] })).data.status,
    expected: expect.stringMatching(/queued|running|done/),
  },
  {
    name: 'an import',
    send: async () => {
      const { data } = await send(
        '/v1/uploads?name=other.csv',
        // Another account: otherwise it would be compared with the upload's bill and wait for confirmation.
        smallBill([{ billed: '7', day: 4, resource: 'r-2', account: '222' }]),
      )
      return (await kept.client.imports.create({ uploads: [(data as { id: string }).id] })).data.id
    },
    find: async (id) => (await finished(kept.client, id)).status,
    expected: 'done',
  },
  {
    name: 'metrics of a file and of the API',
    send: async () => {
      const point = {
        resource_id: 'r-2',
        metric: 'disk_utilization',
        at: hourAgo.toISOString(),
        seconds: 3600,
        value: 9,
      }
      await kept.client.metrics.put({ points: [point] })
      const rows = `resource_id,metric,timestamp,value,seconds\nr-2,cpu_utilization,${hourAgo.toISOString()},40,3600\n`
      await send('/v1/metrics/import?name=cpu.csv', rows)
      return ''
    },
    find: async () => [await pointsOf('cpu_utilization'), await pointsOf('disk_utilization')],
    expected: [1, 1],
  },
  {
    name: 'points of remote-write',
    send: async () => {
      await send('/v1/metrics/remote-write', remoteWriteBody('r-2', hourAgo.getTime()))
      return ''
    },
    find: () => pointsOf('memory_utilization'),
    expected: 2,
  },
  {
    name: 'a budget',
    send: async () => {
      const budget = { name: 'All', period: 'monthly', amount: '320', currency: 'USD' } as const
      return (await kept.client.budgets.create(budget)).data.id
    },
    find: async () => (await kept.client.budgets.list({})).data.map(({ name }) => name),
    expected: ['All'],
  },
  {
    name: 'the erasure of a person',
    send: async () => {
      const { data } = await kept.client.developerBehavior.erasePerson({ person: 'ada' })
      expect(data.events).toBeGreaterThan(0)
      return 'ada'
    },
    find: async (person) => (await kept.client.developerBehavior.exportPerson({ person })).data.events,
    expected: [],
  },
]

/** True when it was already known. */
async function deliverPush(): Promise<boolean> {
  const body = JSON.stringify({
    after: 'a',
    repository: { full_name: 'acme/api', pushed_at: 1_788_242_400 },
    sender: { login: 'ada' },
  })
  const { pathname } = new URL(hook.url)
  const { data } = await send(pathname, body, {
    ...json,
    'x-github-event': 'push',
    'x-github-delivery': 'n1',
    'x-hub-signature-256': `sha256=${createHmac('sha256', hook.secret).update(body).digest('hex')}`,
  })
  return (data as { replayed: boolean }).replayed
}

it.each(writes)('keeps $name that was acknowledged before a kill, once', { timeout: 240_000 }, async (write) => {
  const engines = await kept.enginePids()
  const sentId = await write.send()
  await killAll(engines)
  kept = await spawnKept(folder)
  expect(await write.find(sentId)).toEqual(write.expected)
})

it('executes a request with an Idempotency-Key once, when Kept is killed in the middle', {
  timeout: 240_000,
}, async () => {
  const engines = await kept.enginePids()
  const names = Array.from({ length: 30 }, (_, index) => `in-the-middle-${index}`)
  const create = async (name: string) => {
    const url = findRunningKept(join(folder, 'data'))?.url
    const response = await fetch(`${url}/v1/budgets`, {
      method: 'POST',
      headers: { ...kept.headers, ...json, 'idempotency-key': name },
      body: JSON.stringify({ name, period: 'monthly', amount: '1', currency: 'USD' }),
    })
    const { details, message } = (await response.json()) as { details?: { reason: string }; message?: string }
    return response.ok ? 'created' : (details?.reason ?? message)
  }
  const requests = names.map((name) => create(name).catch(() => 'broken off'))
  await Promise.race(requests)
  await killAll(engines)
  const before = await Promise.all(requests)
  kept = await spawnKept(folder)
  const after: (string | undefined)[] = []
  for (const name of names) after.push(await create(name))
  expect(new Set(after).difference(new Set(['created', 'idempotency_interrupted']))).toEqual(new Set())
  // The response from before the kill is repeated.
  expect(after.filter((_, index) => before[index] === 'created')).toEqual(
    before.filter((answer) => answer === 'created'),
  )
  const budgets = (await kept.client.budgets.list({})).data.map(({ name }) => name)
  expect(budgets.filter((name) => name.startsWith('in-the-middle')).sort()).toEqual(names.toSorted())
})

it('counts telemetry once when it is killed again and again', { timeout: 240_000 }, async () => {
  for (let kills = 0; kills < 2; kills += 1) {
    await killAll(await kept.enginePids())
    kept = await spawnKept(folder)
  }
  expect([await accepted('traces'), await accepted('metrics'), await accepted('logs')]).toEqual([500, 40, 30])
})
