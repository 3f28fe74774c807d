/** The answers of the OTLP specification, in the encoding that was sent: success, partial success, or a Status. */
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

/** An empty message says that all was taken; words without a count are a warning. */
export function exportAnswer(
  encoding: OtlpEncoding,
  signal: OtlpSignal,
  { rejected, words }: { rejected: number; words: string },
): Buffer {
  const isWhole = rejected === 0 && words === ''
  if (encoding === 'json') {
    const partial = { [rejectedNames[signal]]: String(rejected), errorMessage: words }
    return Buffer.from(JSON.stringify(isWhole ? {} : { partialSuccess: partial }))
  }
  if (isWhole) return Buffer.alloc(0)
  const text = Buffer.from(words)
  const partial = Buffer.concat([
    rejected > 0 ? Buffer.from([(1 << 3) | 0, ...varint(rejected)]) : Buffer.alloc(0),
    Buffer.from([(2 << 3) | 2, ...varint(text.length)]),
    text,
  ])
  return Buffer.concat([Buffer.from([(1 << 3) | 2, ...varint(partial.length)]), partial])
}

/** google.rpc.Status: field 1 the code, field 2 the words. */
export function statusAnswer(code: number, words: string): Buffer {
  const text = Buffer.from(words)
  return Buffer.concat([Buffer.from([(1 << 3) | 0, ...varint(code), (2 << 3) | 2, ...varint(text.length)]), text])
}

function varint(value: number): number[] {
  const bytes: number[] = []
  let rest = value
  while (rest > 127) {
    bytes.push((rest % 128) | 128)
    rest = Math.floor(rest / 128)
  }
  bytes.push(rest)
  return bytes
}
