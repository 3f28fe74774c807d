import * as z from 'zod'
import { answer } from '../route.ts'
import { eventsTakenSchema } from '../routes/developer-behavior.ts'
import type { StreamRoute } from './stream-route.ts'

/** OTLP counts are 64-bit integers, which its JSON writes as text. */
const partialSuccess = (rejected: string) =>
  z.object({ partialSuccess: z.object({ [rejected]: z.string(), errorMessage: z.string() }).optional() })

const otlp = (signal: 'traces' | 'metrics' | 'logs', rejected: string): StreamRoute => ({
  operationId: `telemetry.${signal}`,
  method: 'POST',
  path: `/v1/${signal}`,
  summary: `Send ${signal} as an OTLP exporter does`,
  description:
    'OpenTelemetry Protocol over HTTP, protobuf or JSON, plain or gzipped. It is answered when the delivery is on disk. Errors come as a google.rpc.Status in the encoding that was sent.',
  tag: 'Telemetry',
  needs: 'telemetry:write',
  idempotency: 'none',
  body: {
    'application/x-protobuf': 'file',
    'application/json': z.record(z.string(), z.unknown()),
  },
  answer: {
    status: 200,
    description: 'Accepted; partialSuccess says what was rejected',
    content: { 'application/json': partialSuccess(rejected), 'application/x-protobuf': 'file' },
  },
})

export const telemetryStreams: readonly StreamRoute[] = [
  otlp('traces', 'rejectedSpans'),
  otlp('metrics', 'rejectedDataPoints'),
  otlp('logs', 'rejectedLogRecords'),
  {
    operationId: 'metrics.remoteWrite',
    method: 'POST',
    path: '/v1/metrics/remote-write',
    summary: 'Send metrics as Prometheus remote-write, version 1',
    tag: 'Metrics',
    needs: 'costs:import',
    idempotency: 'idempotent',
    body: { 'application/x-protobuf': 'file' },
    answer: { status: 204, description: 'Stored' },
  },
  {
    operationId: 'behaviorHooks.deliver',
    method: 'POST',
    path: '/v1/developer-behavior/hooks/{id}/deliveries',
    summary: 'Deliver activity, as GitHub, GitLab and the like send it by themselves',
    description:
      'Nobody signs in: the signature or token of the hook is the proof, in the header its system uses. A delivery that was stored before is answered again and counts once.',
    tag: 'Developer behavior',
    needs: 'public',
    idempotency: 'idempotent',
    body: { 'application/json': z.unknown() },
    answer: {
      status: 200,
      description: 'OK',
      content: { 'application/json': answer(eventsTakenSchema.extend({ replayed: z.boolean() })) },
    },
  },
]
