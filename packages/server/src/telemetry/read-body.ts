/** Decompresses and decodes the body of an OTLP request completely: an unreadable one has no effect. */
import { inflate } from '@kept/connectors/telemetry/inflate.ts'
import { parseJson } from '@kept/connectors/telemetry/json-safe.ts'
import { defaultLimits, type TelemetryLimits, tooLarge } from '@kept/connectors/telemetry/limits.ts'
import { isOtlpJson, readOtlpJson } from '@kept/connectors/telemetry/otlp-json.ts'
import { type OtlpSignal, readOtlpProtobuf } from '@kept/connectors/telemetry/otlp-protobuf.ts'
import { badInput } from '@kept/domain/errors.ts'
import type { OtlpEncoding } from './answer.ts'
import { GatheredTelemetry } from './public/gathered-telemetry.ts'

/** Bytes of one request as sent. Collectors send batches of a few hundred kilobytes. */
export const largestBody = 8 * 1024 ** 2

const limits: TelemetryLimits = {
  ...defaultLimits,
  inflatedBytes: 32 * 1024 ** 2,
  inflationRatio: 200,
  documentBytes: 32 * 1024 ** 2,
}

export async function receiveBody(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of stream) {
    size += part.length
    if (size > largestBody)
      throw tooLarge(`The request is larger than ${largestBody / 1024 ** 2} MB. Send smaller batches.`)
    parts.push(part)
  }
  return Buffer.concat(parts)
}

export async function decodeBody(
  body: Buffer,
  { signal, encoding, packing }: { signal: OtlpSignal; encoding: OtlpEncoding; packing: string },
): Promise<GatheredTelemetry> {
  if (packing !== '' && packing !== 'identity' && packing !== 'gzip')
    throw badInput(`Unsupported content encoding ${packing.slice(0, 40)}. Send gzip or none.`)
  if (packing === 'gzip' && !(body[0] === 0x1f && body[1] === 0x8b))
    throw badInput('The Content-Encoding is gzip, but the body is not gzip.')
  const chunks: Uint8Array[] = []
  if (body.length > 0) for await (const chunk of inflate(singleChunk(body), 'The request', limits)) chunks.push(chunk)
  const bytes = Buffer.concat(chunks)
  const gathered = new GatheredTelemetry()
  if (encoding === 'protobuf') readOtlpProtobuf(bytes, signal, gathered, limits)
  else {
    const document = parseJson(bytes.toString('utf8'), 'The request', limits)
    if (!isOtlpJson(document) && !isEmptyObject(document))
      throw badInput(`The request is not OTLP: it has no resource${keys[signal]}.`)
    readOtlpJson(document, gathered, limits)
  }
  return gathered
}

const keys: Record<OtlpSignal, string> = { traces: 'Spans', metrics: 'Metrics', logs: 'Logs' }

function isEmptyObject(document: unknown): boolean {
  return (
    typeof document === 'object' && document !== null && !Array.isArray(document) && Object.keys(document).length === 0
  )
}

async function* singleChunk(body: Buffer): AsyncGenerator<Uint8Array> {
  yield body
}
