/**
 * A write for each way of storing things, and what must be found of it after a kill or a power failure. They are sent in
 * this order: a webhook delivery needs the hook that was created before it.
 */
import { createHmac } from 'node:crypto'
import { expect, vi } from 'vitest'
import { finished } from '../../imports/testing/deliver.ts'
import { smallBill } from '../../imports/testing/small-bill.ts'
import { remoteWriteBody } from '../remote-write.ts'
import { logs, metrics, traces } from './otlp-bodies.ts'
import type { SpawnedKept } from './spawned-kept.ts'

async function send(
  kept: SpawnedKept,
  path: string,
  body: string | Uint8Array<ArrayBuffer>,
  headers: Record<string, string> = {},
): Promise<{ data?: unknown }> {
  const answer = await fetch(`${kept.url}${path}`, { method: 'POST', headers: { ...kept.headers, ...headers }, body })
  const text = await answer.text()
  expect([answer.status, text]).toEqual([expect.toSatisfy((status: number) => status < 300), text])
  return text === '' ? {} : (JSON.parse(text) as { data?: unknown })
}

export interface StoredWrite {
  name: string
  /** Returns what `find` needs. */
  send(kept: SpawnedKept): Promise<string>
  find(kept: SpawnedKept, sentId: string): Promise<unknown>
  expected: unknown
}

const json = { 'content-type': 'application/json' }
export async function accepted(kept: SpawnedKept, signal: string): Promise<number | undefined> {
  const find = async () => (await kept.client.telemetry.intake({})).data.find((row) => row.signal === signal)?.accepted
  // Read from the journal right after the start.
  return vi.waitFor(
    async () => {
      const result = await find()
      expect(result).toBeGreaterThan(0)
      return result
    },
    { timeout: 180_000, interval: 500 },
  )
}

const otlp = (path: string, body: string) => async (kept: SpawnedKept) => {
  expect(await send(kept, path, body, json)).toEqual({})
  return ''
}

const hourAgo = new Date(Math.floor(Date.now() / 60_000) * 60_000 - 3_600_000)

async function pointsOf(kept: SpawnedKept, metrics: string): Promise<number | undefined> {
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
const bill = smallBill([{ billed: '12.5', day: 3, resource: 'r-1' }])

export const storedWrites: readonly StoredWrite[] = [
  {
    name: 'spans',
    send: otlp('/v1/traces', traces(500)),
    find: (kept) => accepted(kept, 'traces'),
    expected: 500,
  },
  {
    name: 'metric points',
    send: otlp('/v1/metrics', metrics(40)),
    find: (kept) => accepted(kept, 'metrics'),
    expected: 40,
  },
  { name: 'log records', send: otlp('/v1/logs', logs(30)), find: (kept) => accepted(kept, 'logs'), expected: 30 },
  {
    name: 'usage events',
    send: async (kept) => {
      await kept.client.developerBehavior.putEvents({ events: [event('e-1'), event('e-2')] })
      return ''
    },
    // Sent again, each is recognized and counts once.
    find: async (kept) => {
      const { data } = await kept.client.developerBehavior.putEvents({ events: [event('e-1'), event('e-2')] })
      return { accepted: data.accepted, repeated: data.repeated }
    },
    expected: { accepted: 0, repeated: 2 },
  },
  {
    name: 'a hook',
    send: async (kept) => {
      hook = (await kept.client.behaviorHooks.create({ kind: 'github', name: 'of github' })).data
      return hook.id
    },
    find: async (kept, id) =>
      (await kept.client.behaviorHooks.list({})).data.hooks.filter((row) => row.id === id).map(({ name }) => name),
    expected: ['of github'],
  },
  {
    name: 'a webhook delivery',
    send: async (kept) => {
      await deliverPush(kept)
      return hook.id
    },
    find: async (kept, id) => {
      const isReplayed = await deliverPush(kept)
      const row = (await kept.client.behaviorHooks.list({})).data.hooks.find((hook) => hook.id === id)
      return { replayed: isReplayed, deliveries: row?.deliveries, events: row?.events }
    },
    expected: { replayed: true, deliveries: 1, events: 1 },
  },
  {
    name: 'an upload',
    send: async (kept) => {
      const { data } = await send(kept, '/v1/uploads?name=bill.csv', bill)
      return (data as { id: string }).id
    },
    find: async (kept, id) => (await kept.client.imports.create({ uploads: [id] })).data.status,
    expected: expect.stringMatching(/queued|running|done/),
  },
  {
    name: 'an import',
    send: async (kept) => {
      const { data } = await send(
        kept,
        '/v1/uploads?name=other.csv',
        // Another account: otherwise it would be compared with the upload's bill and wait for confirmation.
        smallBill([{ billed: '7', day: 4, resource: 'r-2', account: '222' }]),
      )
      return (await kept.client.imports.create({ uploads: [(data as { id: string }).id] })).data.id
    },
    find: async (kept, id) => (await finished(kept.client, id)).status,
    expected: 'done',
  },
  {
    name: 'metrics of a file and of the API',
    send: async (kept) => {
      const point = {
        resource_id: 'r-2',
        metric: 'disk_utilization',
        at: hourAgo.toISOString(),
        seconds: 3600,
        value: 9,
      }
      await kept.client.metrics.put({ points: [point] })
      const rows = `resource_id,metric,timestamp,value,seconds\nr-2,cpu_utilization,${hourAgo.toISOString()},40,3600\n`
      await send(kept, '/v1/metrics/import?name=cpu.csv', rows)
      return ''
    },
    find: async (kept) => [await pointsOf(kept, 'cpu_utilization'), await pointsOf(kept, 'disk_utilization')],
    expected: [1, 1],
  },
  {
    name: 'points of remote-write',
    send: async (kept) => {
      await send(kept, '/v1/metrics/remote-write', remoteWriteBody('r-2', hourAgo.getTime()))
      return ''
    },
    find: (kept) => pointsOf(kept, 'memory_utilization'),
    expected: 2,
  },
  {
    name: 'a budget',
    send: async (kept) => {
      const budget = { name: 'All', period: 'monthly', amount: '320', currency: 'USD' } as const
      return (await kept.client.budgets.create(budget)).data.id
    },
    find: async (kept) => (await kept.client.budgets.list({})).data.map(({ name }) => name),
    expected: ['All'],
  },
  {
    name: 'the erasure of a person',
    send: async (kept) => {
      const { data } = await kept.client.developerBehavior.erasePerson({ person: 'ada' })
      expect(data.events).toBeGreaterThan(0)
      return 'ada'
    },
    find: async (kept, person) => (await kept.client.developerBehavior.exportPerson({ person })).data.events,
    expected: [],
  },
]

/** True when it was already known. */
async function deliverPush(kept: SpawnedKept): Promise<boolean> {
  const body = JSON.stringify({
    after: 'a',
    repository: { full_name: 'acme/api', pushed_at: 1_788_242_400 },
    sender: { login: 'ada' },
  })
  const { pathname } = new URL(hook.url)
  const { data } = await send(kept, pathname, body, {
    ...json,
    'x-github-event': 'push',
    'x-github-delivery': 'n1',
    'x-hub-signature-256': `sha256=${createHmac('sha256', hook.secret).update(body).digest('hex')}`,
  })
  return (data as { replayed: boolean }).replayed
}
