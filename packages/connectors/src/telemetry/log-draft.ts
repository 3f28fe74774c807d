/** A log line that decoders build. */
import type { LogRecord, TelemetryResource } from '@kept/domain/span.ts'
import type { Attributes } from './resource-of.ts'

interface LogDraft {
  resource: TelemetryResource
  attributes: Attributes
  timeMs: number
  severity: number
  body: string
  traceId: string
}

const keys = [
  'idempotency.key',
  'messaging.message.id',
  'job.id',
  'operation.key',
  'order.id',
  'object.id',
  'key',
  'request.id',
]

export function logOf({ resource, attributes, timeMs, severity, body, traceId }: LogDraft): LogRecord | string {
  if (!(timeMs > 0)) return 'log lines without a time'
  const key = keys.map((name) => attributes.get(name)).find((value) => value !== undefined)
  return { resource, timeMs, severity, body: body.slice(0, 2000), key: String(key ?? ''), traceId }
}
