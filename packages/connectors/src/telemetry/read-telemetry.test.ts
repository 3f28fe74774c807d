import { existsSync, readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import type { Span } from '@kept/domain/span.ts'
import { describe, expect, it } from 'vitest'
import { defaultLimits } from './limits.ts'
import { samplingProbability } from './span-draft.ts'
import { lineageCount } from './span-facts.ts'
import { statementFingerprint } from './statement.ts'
import { collectTelemetry } from './testing/collect.ts'
import { attribute, bytesField, exportTraces, joined, timeField } from './testing/write-protobuf.ts'

/** OpenTelemetry's official examples are next to the repository and never in it. */
const official = new URL('../../../../../shared/data/otlp/', import.meta.url)
const hasOfficial = existsSync(official)
const withoutOfficial = hasOfficial ? '' : ' (skipped: ../shared/data is not here)'

const service = { attributes: [{ key: 'service.name', value: { stringValue: 'checkout' } }] }
const scope = { name: 'shop.instrumentation', version: '2.1.0' }
/** A trace, metrics and logs, as an exporter writes them in JSON. */
const examples = {
  trace: {
    resourceSpans: [
      {
        resource: service,
        scopeSpans: [
          {
            scope,
            spans: [
              {
                traceId: '0A1B2C3D4E5F60718293A4B5C6D7E8F9',
                spanId: '1122334455667788',
                parentSpanId: '8877665544332211',
                name: 'POST /orders',
                startTimeUnixNano: '1782864000000000000',
                endTimeUnixNano: '1782864001500000000',
                kind: 2,
                attributes: [{ key: 'order.kind', value: { stringValue: 'gift' } }],
              },
            ],
          },
        ],
      },
    ],
  },
  metrics: {
    resourceMetrics: [
      {
        resource: service,
        scopeMetrics: [
          {
            scope,
            metrics: [
              {
                name: 'orders.placed',
                unit: '1',
                sum: {
                  aggregationTemporality: 1,
                  isMonotonic: true,
                  dataPoints: [
                    { asDouble: 7, startTimeUnixNano: '1782864000000000000', timeUnixNano: '1782864060000000000' },
                  ],
                },
              },
            ],
          },
        ],
      },
    ],
  },
  logs: {
    resourceLogs: [
      {
        resource: service,
        scopeLogs: [
          {
            scope,
            logRecords: [
              {
                timeUnixNano: '1782864002000000000',
                severityNumber: 17,
                severityText: 'Error',
                traceId: '0A1B2C3D4E5F60718293A4B5C6D7E8F9',
                spanId: '1122334455667788',
                body: { stringValue: 'The card was declined' },
              },
            ],
          },
        ],
      },
    ],
  },
}
const example = (name: keyof typeof examples) => Buffer.from(JSON.stringify(examples[name]))

const span = (more: Partial<Span> = {}) =>
  ({
    traceId: 'ab'.repeat(16),
    spanId: 'cd'.repeat(8),
    parentSpanId: '',
    name: 'GET',
    kind: 'client',
    status: 'error',
    startMs: 1_700_000_000_123.456,
    durationMs: 12,
    ...more,
  }) as Span

describe('OTLP', () => {
  it('reads a trace, metrics and logs', async () => {
    const { spans } = await collectTelemetry(example('trace'))
    expect(spans[0]).toMatchObject({
      traceId: '0a1b2c3d4e5f60718293a4b5c6d7e8f9',
      spanId: '1122334455667788',
      parentSpanId: '8877665544332211',
      name: 'POST /orders',
      kind: 'server',
      durationMs: 1500,
      resource: { name: 'checkout' },
    })
    const { points } = await collectTelemetry(example('metrics'))
    expect(points.map(({ metric, kind, value }) => [metric, kind, value])).toContainEqual(['orders.placed', 'delta', 7])
    const { logs } = await collectTelemetry(example('logs'))
    expect(logs[0]).toMatchObject({ body: 'The card was declined', severity: 17, timeMs: 1_782_864_002_000 })
  })
  it.skipIf(!hasOfficial)(`reads the official examples${withoutOfficial}`, async () => {
    const example = (name: string) => readFileSync(new URL(`${name}.json`, official))
    const { spans } = await collectTelemetry(example('trace'))
    expect(spans[0]).toMatchObject({
      traceId: '5b8efff798038103d269b633813fc60c',
      spanId: 'eee19b7ec3c1b174',
      parentSpanId: 'eee19b7ec3c1b173',
      name: "I'm a server span",
      kind: 'server',
      durationMs: 1000,
      resource: { name: 'my.service' },
    })
    const { points } = await collectTelemetry(example('metrics'))
    expect(points.map(({ metric, kind, value }) => [metric, kind, value])).toContainEqual(['my.counter', 'delta', 5])
    const { logs } = await collectTelemetry(example('logs'))
    expect(logs[0]).toMatchObject({ body: 'Example log record', severity: 10, timeMs: 1544712660300 })
  })
  it('reads protobuf like JSON: plain, gzip and length-prefixed', async () => {
    const request = exportTraces([
      {
        service: 'shop',
        spans: [
          {
            span: span(),
            attributes: {
              'http.response.status_code': 503,
              'url.full': 'https://api.test/orders/17?x=1',
              'http.request.method': 'GET',
            },
          },
        ],
      },
    ])
    const delimited = joined([new Uint8Array([0, 0, 0, 0]), request])
    new DataView(delimited.buffer).setUint32(0, request.length)
    for (const bytes of [request, gzipSync(request), delimited]) {
      const { spans, rejected } = await collectTelemetry(bytes)
      expect(rejected).toEqual({})
      expect(spans).toHaveLength(1)
      expect(spans[0]).toMatchObject({
        traceId: 'ab'.repeat(16),
        name: 'GET',
        kind: 'client',
        status: 'error',
        durationMs: 12,
        resource: { name: 'shop' },
        facts: { statusCode: 503, endpoint: 'api.test/orders/{id}', method: 'GET' },
      })
      expect(spans[0]?.startMs).toBeCloseTo(1_700_000_000_123.456, 3)
    }
  })
  it('reads one document per line', async () => {
    const line = JSON.stringify(JSON.parse(example('trace').toString()))
    expect((await collectTelemetry(`${line}\n${line}\n`)).spans).toHaveLength(2)
  })
})

describe('other formats', () => {
  it('spans as CSV', async () => {
    const { spans } = await collectTelemetry(
      'TraceID,SpanID,ParentID,PodName,OperationName,StartTimeUnixNano,EndTimeUnixNano,Duration\nt,a,root,frontend-579b9bff58-t2dbm,GET /,1661140374351773094,1661140374362982609,11209\n',
    )
    expect(spans[0]).toMatchObject({
      parentSpanId: '',
      resource: { name: 'frontend', instance: 'frontend-579b9bff58-t2dbm', kind: 'container', provider: null },
    })
    expect(spans[0]?.durationMs).toBeCloseTo(11.21, 1)
  })
  it('reads metrics as CSV: two columns, named columns, one column per metric', async () => {
    expect(
      (await collectTelemetry('timestamp,value\n2014-04-01 00:00:00,20.5\n', 'x/memory_usage.csv.gz')).points[0],
    ).toMatchObject({
      metric: 'memory_usage',
      value: 20.5,
      timeMs: Date.UTC(2014, 3, 1),
      resource: { name: 'memory_usage' },
    })
    expect(
      (await collectTelemetry('"TimeStamp","Value","Label"\n"2018-04-25T00:00:00Z","6034.7","0"\n')).points,
    ).toHaveLength(1)
    expect((await collectTelemetry('time,resource_id,metric,value\n1700000000,fn,errors,3\n')).points[0]).toMatchObject(
      { metric: 'errors', resource: { id: 'fn' }, timeMs: 1_700_000_000_000 },
    )
    expect(
      (await collectTelemetry('timestamp,host,cpu,memory_mb\n2020-01-01T00:00:00Z,a,1,2\n')).points.map(
        ({ metric }) => metric,
      ),
    ).toEqual(['cpu', 'memory_mb'])
  })
  it('Jaeger, Zipkin, X-Ray', async () => {
    const jaeger = {
      data: [
        {
          traceID: 't',
          processes: { p1: { serviceName: 'shop' } },
          spans: [
            {
              traceID: 't',
              spanID: 'b',
              processID: 'p1',
              operationName: 'op',
              startTime: 1_700_000_000_000_000,
              duration: 2000,
              references: [{ refType: 'CHILD_OF', traceID: 't', spanID: 'a' }],
              tags: [{ key: 'error', value: true }],
            },
          ],
        },
      ],
    }
    expect((await collectTelemetry(JSON.stringify(jaeger))).spans[0]).toMatchObject({
      parentSpanId: 'a',
      status: 'error',
      durationMs: 2,
      resource: { name: 'shop' },
    })
    const zipkin = [
      {
        traceId: 't',
        id: 'a',
        kind: 'CLIENT',
        name: 'get',
        timestamp: 1_700_000_000_000_000,
        duration: 1000,
        localEndpoint: { serviceName: 'web' },
      },
      {
        traceId: 't',
        id: 'a',
        shared: true,
        kind: 'SERVER',
        name: 'get',
        timestamp: 1_700_000_000_000_100,
        localEndpoint: { serviceName: 'api' },
      },
    ]
    expect(
      (await collectTelemetry(JSON.stringify(zipkin))).spans.map(({ spanId, parentSpanId }) => [spanId, parentSpanId]),
    ).toEqual([
      ['a', ''],
      ['a/server', 'a'],
    ])
    const xray = {
      trace_id: '1-5',
      id: '1',
      name: 'fn',
      start_time: 1_700_000_000.5,
      end_time: 1_700_000_001,
      origin: 'AWS::Lambda::Function',
      subsegments: [
        {
          id: '2',
          name: 'SQS',
          namespace: 'aws',
          start_time: 1_700_000_000.6,
          end_time: 1_700_000_000.7,
          aws: { operation: 'SendMessage' },
        },
      ],
    }
    expect(
      (await collectTelemetry(JSON.stringify(xray))).spans.map(({ name, parentSpanId }) => [name, parentSpanId]),
    ).toEqual([
      ['fn', ''],
      ['SQS.SendMessage', '1'],
    ])
  })
  it('reads CloudTrail and Kubernetes events', async () => {
    const trail = {
      Records: [
        {
          eventTime: '2026-01-01T00:00:00Z',
          eventSource: 'autoscaling.amazonaws.com',
          eventName: 'SetDesiredCapacity',
          awsRegion: 'eu-west-1',
          requestParameters: { autoScalingGroupName: 'web', desiredCapacity: 4 },
        },
      ],
    }
    expect((await collectTelemetry(JSON.stringify(trail))).events[0]).toMatchObject({
      kind: 'scaling',
      to: 4,
      resource: { name: 'web', provider: 'aws', region: 'eu-west-1' },
    })
    const events = {
      kind: 'List',
      items: [
        {
          kind: 'Event',
          involvedObject: { kind: 'Deployment', name: 'web' },
          reason: 'ScalingReplicaSet',
          message: 'Scaled up replica set web-5f8c to 5 from 3',
          lastTimestamp: '2026-01-01T00:00:00Z',
        },
      ],
    }
    expect((await collectTelemetry(JSON.stringify(events))).events[0]).toMatchObject({
      kind: 'scaling',
      from: 3,
      to: 5,
      generation: 'web-5f8c',
    })
  })
})

describe('hostile input', () => {
  it('stops a gzip bomb at its limit', async () => {
    const bomb = gzipSync(Buffer.alloc(100 * 1024 ** 2, 48))
    await expect(
      collectTelemetry(bomb, 'bomb.gz', { ...defaultLimits, inflatedBytes: 10 * 1024 ** 2 }),
    ).rejects.toThrow('bomb.gz unpacks to more than the limit')
  })
  it('rejects endless brackets before parsing', async () => {
    await expect(collectTelemetry(`{"resourceSpans":${'['.repeat(100_000)}`)).rejects.toThrow('nests deeper than 64')
  })
  it('counts and drops attributes beyond the limit', async () => {
    const attributes = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`key${index}`, 'x']))
    const { spans, rejected } = await collectTelemetry(
      exportTraces([{ service: 's', spans: [{ span: span(), attributes }] }]),
    )
    expect(spans).toHaveLength(1)
    expect(rejected).toEqual({ 'attributes beyond the limit': 5000 - defaultLimits.attributes })
  })
  it('skips deeply nested values', async () => {
    let value = bytesField(1, 'deep')
    for (let depth = 0; depth < 2000; depth += 1) value = bytesField(5, bytesField(1, value))
    const deeplyNested = bytesField(9, joined([bytesField(1, 'url.full'), bytesField(2, value)]))
    const span = joined([
      bytesField(1, new Uint8Array(16).fill(1)),
      bytesField(2, new Uint8Array(8).fill(2)),
      bytesField(5, 'n'),
      timeField(7, 1_700_000_000_000),
      deeplyNested,
    ])
    const request = bytesField(
      1,
      joined([bytesField(1, bytesField(1, attribute('service.name', 's'))), bytesField(2, bytesField(2, span))]),
    )
    expect((await collectTelemetry(request)).spans).toHaveLength(1)
  })
  it.each([
    ['', 'file is empty.'],
    ['{"a":1}', 'file is JSON of an unknown format'],
    ['{"resourceSpans":[', 'file is not valid JSON'],
    ['a,b\n1,2\n', 'file is not telemetry Kept can read. First line: "a,b"'],
    ['\u0000\u0001\u0002', 'file has an unknown format'],
  ])('explains in one sentence what is wrong with %j', async (content, sentence) => {
    await expect(collectTelemetry(content)).rejects.toThrow(sentence)
  })
  it('rejects a truncated protobuf message', async () => {
    const request = exportTraces([{ service: 'shop', spans: [{ span: span(), attributes: {} }] }])
    await expect(collectTelemetry(request.subarray(0, request.length - 3))).rejects.toThrow(
      'file has an unknown format',
    )
  })
  it('counts invalid spans', async () => {
    const { spans, rejected } = await collectTelemetry(
      'trace_id,span_id,parent_id,service,operation,start_time\nt,,x,s,o,1700000000\nt,a,a,s,o,1700000000\nt,b,,s,o,yesterday\n',
    )
    expect(spans).toEqual([])
    expect(rejected).toEqual({
      'spans without an id': 1,
      'spans that are their own parent': 1,
      'spans whose start is not a time': 1,
    })
  })
})

describe('small readings', () => {
  it('reads lineage headers of both forms, and our own baggage', () => {
    expect(lineageCount('Root=1-5;Lineage=037bed70:3')).toBe(3)
    expect(lineageCount('Lineage=1:fe460cdd:4|2:aabbccdd:9')).toBe(9)
    expect(lineageCount('cx-depth=ab12:2,cd34:7')).toBe(7)
    expect(lineageCount('Root=1-5;Sampled=1')).toBeUndefined()
  })
  it('reads the sampling probability of the trace state', () => {
    expect(samplingProbability('ot=th:c', 1)).toBe(0.25)
    expect(samplingProbability('ot=p:3', 1)).toBe(0.125)
    expect(samplingProbability('vendor=1', 1)).toBe(1)
  })
  it('treats statements that differ only in values as one', () => {
    expect(statementFingerprint("SELECT * FROM t WHERE id = 17 AND n IN (1, 2,3) AND s = 'it''s'")).toBe(
      'SELECT * FROM t WHERE id = ? AND n IN (?) AND s = ?',
    )
    expect(statementFingerprint('SELECT  a\nFROM t WHERE id = $1')).toBe('SELECT a FROM t WHERE id = ?')
  })
})
