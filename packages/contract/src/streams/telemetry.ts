import * as z from 'zod'
import { answer } from '../route.ts'
import { usageEventResultSchema } from '../routes/developer-behavior-shapes.ts'
import type { StreamRoute } from './stream-route.ts'

/** OTLP counts are 64-bit integers, which its JSON encoding writes as strings. */
const partialSuccess = (rejected: string) =>
  z.object({ partialSuccess: z.object({ [rejected]: z.string(), errorMessage: z.string() }).optional() })

const otlp = (signal: 'traces' | 'metrics' | 'logs', rejected: string): StreamRoute => ({
  operationId: `telemetry.${signal}`,
  method: 'POST',
  path: `/v1/${signal}`,
  summary: `Send ${signal} with OTLP`,
  description:
    'OpenTelemetry Protocol over HTTP, protobuf or JSON, plain or gzipped. The response is sent once the data is on disk. Errors are a google.rpc.Status in the encoding of the request.',
  tag: 'Telemetry',
  needs: 'telemetry:write',
  idempotency: 'none',
  anyQuery: true,
  body: {
    'application/x-protobuf': 'file',
    'application/json': z.record(z.string(), z.unknown()),
  },
  answer: {
    status: 200,
    description: 'Accepted. `partialSuccess` has what was rejected.',
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
    summary: 'Send metrics with Prometheus remote write',
    description: 'Version 1 of the protocol.',
    tag: 'Metrics',
    needs: 'costs:import',
    idempotency: 'idempotent',
    anyQuery: true,
    body: { 'application/x-protobuf': 'file' },
    answer: { status: 204, description: 'Stored' },
  },
  {
    operationId: 'behaviorHooks.deliver',
    method: 'POST',
    path: '/v1/developer-behavior/hooks/{id}/deliveries',
    summary: 'Receive a webhook delivery',
    description:
      'For GitHub, GitLab and other systems. Authenticated by the signature or token of the webhook, in the header the sender uses. A repeated delivery counts once.',
    tag: 'Developer behavior',
    needs: 'public',
    idempotency: 'idempotent',
    anyQuery: true,
    body: { 'application/json': z.unknown() },
    answer: {
      status: 200,
      description: 'OK',
      content: { 'application/json': answer(usageEventResultSchema.extend({ replayed: z.boolean() })) },
    },
  },
]
