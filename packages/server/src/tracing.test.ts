/** Traces of Kept itself, as a collector receives them. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { defaultLimits } from '@kept/connectors/telemetry/limits.ts'
import { readOtlpProtobuf } from '@kept/connectors/telemetry/otlp-protobuf.ts'
import type { Span } from '@kept/domain/span.ts'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import * as z from 'zod'
import { defineJob } from './platform/jobs.ts'
import { openKept, type TestKept } from './testing.ts'

const traceId = '0af7651916cd43dd8448eb211c80319c'
const secretName = 'Kilimanjaro freight'
const failing = defineJob({
  name: 'traced-failure',
  input: z.object({}),
  retries: 0,
  run: () => Promise.reject(new TypeError(`the bill of ${secretName}`)),
})

let kept: TestKept
let collector: Server
const bodies: Buffer[] = []
const spans: Span[] = []
const received: { path: string | undefined; authorization: string | undefined }[] = []

beforeAll(async () => {
  collector = createServer(async (request, response) => {
    received.push({ path: request.url, authorization: request.headers.authorization })
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    bodies.push(Buffer.concat(chunks))
    response.setHeader('content-type', 'application/x-protobuf').end()
  })
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
  const { port } = collector.address() as AddressInfo
  kept = await openKept({
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}/`,
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20collector-secret',
    OTEL_SERVICE_NAME: 'kept-test',
    KEPT_TRUST_PROXY: 'loopback',
  })
  const traced = { ...kept.headers('own'), traceparent: `00-${traceId}-b7ad6b7169203331-01` }
  await fetch(`${kept.url}/v1/budgets`, { headers: traced })
  await fetch(`${kept.url}/v1/organizations`, {
    method: 'POST',
    headers: { ...kept.headers('own'), 'content-type': 'application/json' },
    body: JSON.stringify({ name: secretName }),
  })
  await fetch(`${kept.url}/health`)
  const { jobs } = kept.server.services
  await jobs.work(failing, {})
  await jobs.send(failing, {})
  await vi.waitFor(async () => expect((await kept.client.jobs.failed({})).data.total).toBe(1), {
    interval: 100,
    timeout: 60_000,
  })
  await kept.close()
  const sink = {
    span: (span: Span) => void spans.push(span),
    metric: () => undefined,
    log: () => undefined,
    event: () => undefined,
    reject: (_items: number, reason: string) => {
      throw new Error(reason)
    },
  }
  for (const body of bodies) readOtlpProtobuf(body, 'traces', sink, defaultLimits)
})
afterAll(() => {
  collector.close()
})

it('sends spans with the headers of the collector, the last ones when Kept stops', () => {
  for (const request of received)
    expect(request).toEqual({ path: '/v1/traces', authorization: 'Bearer collector-secret' })
  expect(new Set(spans.map(({ resource }) => resource.name))).toEqual(new Set(['kept-test']))
})

it('records a request with its queries below it, in the trace of a trusted caller', () => {
  const request = spans.find(({ name }) => name === 'GET /v1/budgets')
  expect(request).toMatchObject({ traceId, parentSpanId: 'b7ad6b7169203331', kind: 'server' })
  expect(request?.facts).toMatchObject({ method: 'GET', statusCode: 200 })
  const children = spans.filter(({ parentSpanId }) => parentSpanId === request?.spanId)
  expect(children.map(({ name }) => name)).toContain('SELECT postgresql')
  for (const child of children) expect(child.kind).toBe('client')
})

it('keeps the queries of a request with a body in its trace', () => {
  const request = spans.find(({ name }) => name === 'POST /v1/organizations')
  const children = spans.filter(({ parentSpanId }) => parentSpanId === request?.spanId)
  // Its refusal is an audit event.
  expect(children.map(({ name }) => name)).toEqual(expect.arrayContaining(['BEGIN postgresql', 'COMMIT postgresql']))
})

it('records a failed job by the kind of its error', () => {
  expect(spans.find(({ name }) => name === 'job traced-failure')).toMatchObject({ kind: 'consumer', status: 'error' })
})

it('leaves out checks of health, and what customers wrote', () => {
  expect(spans.filter(({ name }) => name.includes('/health'))).toEqual([])
  const sent = Buffer.concat(bodies)
  expect(sent.includes('app.organization_id')).toBe(false)
  for (const text of [secretName, kept.world.scope.organizationId]) expect(sent.includes(text)).toBe(false)
})
