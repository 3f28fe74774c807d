/**
 * Telemetry over HTTP with a controlled clock: loops are detected, notified, changed by users, resolved, and isolated.
 */
import { gzipSync } from 'node:zlib'
import { lineOn } from '@kept/store/testing/lines.ts'
import { publishLines } from '@kept/store/testing/publish.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openKept, type TestKept } from '../testing.ts'

const minute = 60_000
const start = Date.parse('2026-06-10T09:00:00Z')
const functionArn = 'arn:aws:lambda:eu-west-1:11:function:thumbnailer'

let clock = start
let kept: TestKept
beforeAll(async () => {
  kept = await openKept({}, { now: () => new Date(clock) })
  await publishLines(kept.world, kept.world.scope, 'load-1', [
    lineOn('2026-06-09', {
      ResourceId: functionArn,
      SkuPriceId: 'requests',
      PricingUnit: 'Requests',
      PricingQuantity: '1000',
      ContractedUnitPrice: '0.0002',
      EffectiveCost: '0.2',
    }),
  ])
})
afterAll(() => kept.close())

async function post(
  path: string,
  body: string | Buffer,
  headers: Record<string, string> = {},
  caller: 'own' | 'other' = 'own',
) {
  const answer = await fetch(`${kept.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers, ...kept.headers(caller) },
    body: new Uint8Array(Buffer.from(body)),
  })
  const bytes = Buffer.from(await answer.arrayBuffer())
  const isJson = answer.headers.get('content-type')?.includes('json') && bytes.length > 0
  return { status: answer.status, headers: answer.headers, bytes, body: isJson ? JSON.parse(bytes.toString()) : {} }
}

const attribute = (key: string, value: string) => ({ key, value: { stringValue: value } })
let ids = 0
const hex = (length: number) => {
  ids += 1
  return ids.toString(16).padStart(length, '0')
}

/** One lineage: a function that calls itself `deep` times, from `at` on. */
function recursion(startMs: number, depth: number, name = 'thumbnailer', arn = functionArn) {
  const traceId = hex(32)
  let parentSpanId = ''
  const spans = Array.from({ length: depth }, (_, step) => {
    const spanId = hex(16)
    const span = {
      traceId,
      spanId,
      parentSpanId,
      name,
      kind: 2,
      startTimeUnixNano: String(BigInt(startMs + step * 50) * 1_000_000n),
      endTimeUnixNano: String(BigInt(startMs + step * 50 + 40) * 1_000_000n),
    }
    parentSpanId = spanId
    return span
  })
  const resource = {
    attributes: [
      attribute('service.name', name),
      attribute('cloud.provider', 'aws'),
      attribute('cloud.region', 'eu-west-1'),
      attribute('cloud.resource_id', arn),
      attribute('faas.name', name),
    ],
  }
  return { resource, scopeSpans: [{ spans }] }
}

/** Plays minutes of recursion as a collector would send them, with a tick after each. */
async function play(minutes: number, depth = 100) {
  for (let n = 0; n < minutes; n += 1) {
    const startMs = clock
    clock += minute
    const body = JSON.stringify({
      resourceSpans: [
        recursion(startMs, depth),
        recursion(startMs + 10_000, depth),
        recursion(startMs + 20_000, depth),
      ],
    })
    const answer = await post('/v1/traces', gzipSync(body), { 'content-encoding': 'gzip' })
    expect([answer.status, answer.body]).toEqual([200, {}])
    clock += 1
    await kept.server.features.loops.detect()
  }
}

describe('a runaway loop', () => {
  it('is detected within minutes, priced by the bill, and notified once', async () => {
    expect((await kept.client.loops.list({})).meta).toEqual({ total: 0, active: 0, suspected: 0, listening: false })
    await play(6)
    const { data, meta } = await kept.client.loops.list({ show: 'active' })
    expect(meta).toMatchObject({ total: 1, active: 1, listening: true })
    expect(data[0]).toMatchObject({
      loop_type: 'recursive_function',
      resource_id: functionArn,
      provider: 'aws',
      status: 'active',
      confirmed: true,
      cost_impact: { currency: 'USD' },
    })
    // 300 runs a minute at $0.0002 are $3.60 an hour; the first window is not full yet.
    expect(Number(data[0]?.cost_impact.estimated_hourly_cost)).toBeGreaterThan(1.8)
    expect(Number(data[0]?.cost_impact.estimated_hourly_cost)).toBeLessThan(3.7)
    const { data: notifications } = await kept.client.notifications.list({})
    expect(notifications.filter(({ kind }) => kind === 'loop')).toHaveLength(1)
    const detail = await kept.client.loops.find({ id: data[0]?.id ?? '' })
    expect(detail.data.evidence.cycle.length).toBeGreaterThan(0)
    expect(detail.data.steps).toMatchObject([{ event: 'detected', actor_name: 'Kept', status_after: 'active' }])
    expect(detail.data.moves).toEqual(['investigate', 'acknowledge', 'resolve'])
    expect(Number(detail.data.projection?.by_tomorrow)).toBeGreaterThan(40)
    expect(detail.data.remediation.possible).toBe(false)
  })
  it('is one incident while it continues, with its history', async () => {
    const before = (await kept.client.loops.list({})).data[0]
    const id = before?.id ?? ''
    const { data } = await kept.client.loops.investigate({ id, note: 'Looking' })
    expect(data.status).toBe('investigating')
    await play(3)
    const { data: all } = await kept.client.loops.list({})
    expect(all.map((loop) => [loop.id, loop.status])).toEqual([[id, 'investigating']])
    expect(all[0]?.duration_seconds).toBeGreaterThan(before?.duration_seconds ?? 0)
    const { data: detail } = await kept.client.loops.find({ id })
    expect(detail.steps.map(({ event, actor_name, note }) => [event, actor_name, note])).toEqual([
      ['detected', 'Kept', ''],
      ['investigate', 'Operator', 'Looking'],
    ])
  })
  it('that a user resolved is active again when it continues', async () => {
    const id = (await kept.client.loops.list({})).data[0]?.id ?? ''
    await kept.client.loops.resolve({ id })
    await expect(kept.client.loops.acknowledge({ id })).rejects.toThrow('This loop is resolved')
    await play(5)
    expect((await kept.client.loops.list({})).data[0]?.status).toBe('resolved')
    await play(8)
    expect((await kept.client.loops.list({})).data[0]?.status).toBe('active')
  })
  it('is resolved by ten minutes without a detection', async () => {
    for (let n = 0; n < 20; n += 1) {
      clock += minute
      await kept.server.features.loops.detect()
    }
    const { data, meta } = await kept.client.loops.list({})
    expect([meta.active, data[0]?.status]).toEqual([0, 'resolved'])
    const { data: detail } = await kept.client.loops.find({ id: data[0]?.id ?? '' })
    expect(detail.steps.at(-1)).toMatchObject({
      event: 'resolved',
      actor_name: 'Kept',
      note: 'Not detected for ten minutes.',
    })
    expect(detail.projection).toBeNull()
  })
  it('is in the statistics, and invisible to others', async () => {
    const { data, meta } = await kept.client.loops.statistics({})
    expect(data.summary).toMatchObject({
      total_detections: 1,
      resolved_loops: 1,
      most_common_loop_type: 'recursive_function',
    })
    expect(meta).toEqual({ currency: 'USD', currencies: ['USD'], unpriced: 0 })
    expect((await kept.otherClient.loops.list({})).data).toEqual([])
    const id = (await kept.client.loops.list({})).data[0]?.id ?? ''
    await expect(kept.otherClient.loops.find({ id })).rejects.toThrow('Loop not found')
    await expect(kept.otherClient.loops.resolve({ id })).rejects.toThrow('Loop not found')
  })
})

describe('rules', () => {
  it('are the defaults, with units, until an organization changes one', async () => {
    const { data } = await kept.client.loops.rules({})
    expect(data).toHaveLength(9)
    const recursive = data.find(({ id }) => id === 'recursive_function')
    expect(recursive).toMatchObject({ is_default: true, unit: expect.stringContaining('iterations') })
    const { is_default, unit, changed_by, changed_at, ...rule } = recursive ?? (data[0] as (typeof data)[number])
    await kept.client.loops.changeRule({ ...rule, allow: ['thumb*'] })
    expect((await kept.client.loops.previewRule({ ...rule, allow: ['thumb*'] })).data.fired).toBe(0)
    const { data: preview } = await kept.client.loops.previewRule(rule)
    expect([preview.fired, preview.examples[0]?.resource_name]).toEqual([1, 'thumbnailer'])
    expect(preview.spans).toBeGreaterThan(1000)
    expect((await kept.client.loops.rules({})).data.find(({ id }) => id === rule.id)).toMatchObject({
      is_default: false,
      changed_by: 'Operator',
      allow: ['thumb*'],
    })
    expect((await kept.client.loops.removeRule({ id: rule.id })).data.removed).toBe(true)
    expect((await kept.client.loops.rules({})).data.find(({ id }) => id === rule.id)?.is_default).toBe(true)
  })
  it('of an organization are validated and previewed', async () => {
    const rule = {
      name: 'Many runs',
      loop_type: 'custom_pattern' as const,
      enabled: true,
      detection_criteria: { threshold_type: 'expression', threshold_value: 1, measurement_window_minutes: 5 },
      expression: 'spans > 200',
      allow: [],
    }
    await expect(kept.client.loops.addRule({ ...rule, expression: 'spans >' })).rejects.toThrow()
    await expect(kept.client.loops.addRule({ ...rule, expression: null })).rejects.toThrow('needs an expression')
    await expect(kept.client.loops.addRule({ ...rule, loop_type: 'webhook_loop' })).rejects.toThrow(
      'have an expression',
    )
    expect((await kept.client.loops.previewRule(rule)).data.fired).toBeGreaterThan(0)
    const { data } = await kept.client.loops.addRule(rule)
    expect((await kept.client.loops.rules({})).data.map(({ id }) => id)).toContain(data.id)
    expect((await kept.otherClient.loops.rules({})).data.map(({ id }) => id)).not.toContain(data.id)
    await kept.client.loops.removeRule({ id: data.id })
    await expect(kept.client.loops.removeRule({ id: data.id })).rejects.toThrow('Rule not found.')
  })
})

describe('the door', () => {
  it('reports rejected items, in the encoding of the request', async () => {
    const future = recursion(clock + 3_600_000, 2)
    const answer = await post('/v1/traces', JSON.stringify({ resourceSpans: [recursion(clock, 3), future] }))
    expect(answer.body).toEqual({
      partialSuccess: { rejectedSpans: '2', errorMessage: '2 items more than ten minutes in the future' },
    })
    await kept.server.features.loops.detect()
    const { data } = await kept.client.telemetry.intake({})
    const traces = data.find(({ signal }) => signal === 'traces')
    expect(traces?.dropped).toContainEqual({ reason: 'items more than ten minutes in the future', items: 2 })
    expect(traces?.accepted).toBeGreaterThan(1000)
  })
  it('rejects broken and hostile telemetry, and nothing changes', async () => {
    const before = (await kept.client.telemetry.intake({})).data
    const protobuf = { 'content-type': 'application/x-protobuf' }
    const bomb = gzipSync(Buffer.alloc(200 * 1024 ** 2))
    for (const [body, headers, status] of [
      ['{"resourceSpans":', {}, 400],
      ['{"spans":[]}', {}, 400],
      ['[]', {}, 400],
      [`{"resourceSpans":${'['.repeat(500)}${']'.repeat(500)}}`, {}, 413],
      [Buffer.from([0x0a, 0xff, 0xff, 0xff, 0xff, 0x0f, 1]), protobuf, 400],
      [bomb, { 'content-encoding': 'gzip' }, 413],
      ['plain', { 'content-encoding': 'gzip' }, 400],
      ['x', { 'content-encoding': 'br' }, 400],
      ['x', { 'content-type': 'text/plain' }, 400],
      [Buffer.alloc(9 * 1024 ** 2, 32), {}, 413],
    ] as const) {
      const answer = await post('/v1/traces', body as string, headers as Record<string, string>)
      expect([answer.status, answer.headers.get('content-type')?.split(';')[0]]).toEqual([
        status,
        (headers as Record<string, string>)['content-type'] === 'application/x-protobuf'
          ? 'application/x-protobuf'
          : 'application/json',
      ])
    }
    await kept.server.features.loops.detect()
    expect((await kept.client.telemetry.intake({})).data).toEqual(before)
  })
  it('responds to an empty export with success, and requires a key with the scope', async () => {
    const empty = await post('/v1/logs', Buffer.alloc(0), { 'content-type': 'application/x-protobuf' })
    expect([empty.status, empty.bytes.length]).toEqual([200, 0])
    const { data } = await kept.client.loops.rules({})
    expect(data.length).toBeGreaterThan(0)
    const anonymous = await fetch(`${kept.url}/v1/traces`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-protobuf' },
      body: new Uint8Array(),
    })
    expect(anonymous.status).toBe(401)
    expect(Buffer.from(await anonymous.arrayBuffer())).toEqual(
      // google.rpc.Status: unauthenticated, and the message.
      Buffer.concat([Buffer.from([8, 16, 18, 21]), Buffer.from('Please sign in first.')]),
    )
  })
  it('accepts metrics next to points in Kept’s own format', async () => {
    const point = { timeUnixNano: String(BigInt(clock) * 1_000_000n), asDouble: 5 }
    const body = {
      resourceMetrics: [
        {
          resource: { attributes: [attribute('service.name', 'cart')] },
          scopeMetrics: [{ metrics: [{ name: 'process.memory.usage', unit: 'By', gauge: { dataPoints: [point] } }] }],
        },
      ],
    }
    expect((await post('/v1/metrics', JSON.stringify(body))).body).toEqual({})
  })
})

describe('late telemetry and files', () => {
  it('are evaluated when no more late telemetry arrives', async () => {
    const old = clock - 30 * 24 * 60 * minute
    const spans = Array.from({ length: 12 }, (_, n) =>
      recursion(old + n * 20_000, 120, 'resizer', `${functionArn}-old`),
    )
    await post('/v1/traces', JSON.stringify({ resourceSpans: spans }))
    clock += 30_000
    await kept.server.features.loops.detect()
    const { data } = await kept.client.loops.list({})
    expect(data.map(({ resource_name }) => resource_name)).toContain('resizer')
  })
  it('are read like by kept loops, and count once however often they are sent', async () => {
    const header = 'TraceID,SpanID,ParentID,PodName,OperationName,StartTimeUnixNano,EndTimeUnixNano,Duration'
    const rows = Array.from({ length: 100 }, (_, step) => {
      const startNano = BigInt(1_661_140_374_000 + step * 5) * 1_000_000n
      return `t,s${step},${step === 0 ? 'root' : `s${step - 1}`},checkout-579b9bff58-t2dbm,PlaceOrder,${startNano},${startNano + 1000n},1`
    })
    const file = [header, ...rows].join('\n')
    const first = await post('/v1/loops/import?name=spans.csv', file)
    expect(first.body.data).toMatchObject({ scanned: { spans: 100, traces: 1, series: 0 }, suspected: [] })
    const second = await post('/v1/loops/import?name=spans.csv', file)
    expect(second.body.data.loops).toEqual(first.body.data.loops)
    const invalid = await post('/v1/loops/import?name=words.txt', 'hello\nworld\n')
    expect([invalid.status, invalid.body.message]).toEqual([400, expect.stringContaining('words.txt is not telemetry')])
  })
})
