/** Responses of the OTLP specification, in the encoding of the request: success, partial success, or a Status. */
import type { OtlpSignal } from '@kept/connectors/telemetry/otlp-protobuf.ts'

export type OtlpEncoding = 'protobuf' | 'json'

export const contentTypes: Record<OtlpEncoding, string> = {
  protobuf: 'application/x-protobuf',
  json: 'application/json',
}

const rejectedNames: Record<OtlpSignal, string> = {
  traces: 'rejectedSpans',
  metrics: 'rejectedDataPoints',
  logs: 'rejectedLogRecords',
}

/** An empty message means full success; a text without a count is a warning. */
export function exportAnswer(
  encoding: OtlpEncoding,
  signal: OtlpSignal,
  { rejected, message }: { rejected: number; message: string },
): Buffer {
  const isComplete = rejected === 0 && message === ''
  if (encoding === 'json') {
    const partial = { [rejectedNames[signal]]: String(rejected), errorMessage: message }
    return Buffer.from(JSON.stringify(isComplete ? {} : { partialSuccess: partial }))
  }
  if (isComplete) return Buffer.alloc(0)
  const text = Buffer.from(message)
  const partial = Buffer.concat([
    rejected > 0 ? Buffer.from([(1 << 3) | 0, ...varint(rejected)]) : Buffer.alloc(0),
    Buffer.from([(2 << 3) | 2, ...varint(text.length)]),
    text,
  ])
  return Buffer.concat([Buffer.from([(1 << 3) | 2, ...varint(partial.length)]), partial])
}

/** google.rpc.Status: field 1 the code, field 2 the message. */
export function statusAnswer(code: number, message: string): Buffer {
  const text = Buffer.from(message)
  return Buffer.concat([Buffer.from([(1 << 3) | 0, ...varint(code), (2 << 3) | 2, ...varint(text.length)]), text])
}

function varint(value: number): number[] {
  const bytes: number[] = []
  let remaining = value
  while (remaining > 127) {
    bytes.push((remaining % 128) | 128)
    remaining = Math.floor(remaining / 128)
  }
  bytes.push(remaining)
  return bytes
}
