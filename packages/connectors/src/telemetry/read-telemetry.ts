/** Reads telemetry of any known format, recognized by its content, as a stream. */
import { badInput } from '@kept/domain/errors.ts'
import type { TelemetrySink } from '@kept/domain/span.ts'
import { CsvError, type CsvRow } from '@kept/foundation/csv/read.ts'
import { readCsv } from '@kept/foundation/csv/read-stream.ts'
import { isCloudTrailJson, readCloudTrailJson } from './cloudtrail-json.ts'
import { inflate } from './inflate.ts'
import { isJaegerJson, readJaegerJson } from './jaeger-json.ts'
import { type Json, parseJson } from './json-safe.ts'
import { isKubernetesJson, readKubernetesJson } from './kubernetes-events.ts'
import { defaultLimits, type TelemetryLimits, tooLarge } from './limits.ts'
import { metricColumns, metricRowReader } from './metrics-csv.ts'
import { isOtlpJson, readOtlpJson } from './otlp-json.ts'
import { readOtlpProtobuf, signalOf } from './otlp-protobuf.ts'
import { spanColumns, spanRowReader } from './spans-csv.ts'
import { textLines } from './text-lines.ts'
import { isXrayJson, readXrayJson } from './xray-json.ts'
import { isZipkinJson, readZipkinJson } from './zipkin-json.ts'

const kinds =
  'spans or metrics as CSV; OTLP as JSON or protobuf; Jaeger, Zipkin, X-Ray, CloudTrail or Kubernetes events as JSON'

/** Reads one file or delivery into the sink; `name` is for errors and for series without a name. */
export async function readTelemetry(
  chunks: AsyncIterable<Uint8Array>,
  name: string,
  sink: TelemetrySink,
  limits: TelemetryLimits = defaultLimits,
): Promise<void> {
  const inflated = inflate(chunks, name, limits)
  const first = await inflated.next()
  if (first.done) throw badInput(`${name} is empty.`)
  const stream = startingWith(first.value, inflated)
  const opening = new TextDecoder()
    .decode(first.value.subarray(0, 4096))
    .replace(/^\uFEFF/, '')
    .trimStart()
  if (opening.startsWith('{') || opening.startsWith('[')) return readJsonStream(stream, name, sink, limits)
  if (looksLikeText(first.value)) return readCsvStream(stream, name, sink, limits)
  return readProtobufFile(await collect(stream, name, limits), name, sink, limits)
}

/** A parsed document of any known JSON format. */
function readJsonDocument(document: Json, name: string, sink: TelemetrySink, limits: TelemetryLimits): void {
  if (isOtlpJson(document)) readOtlpJson(document, sink, limits)
  else if (isJaegerJson(document)) readJaegerJson(document, sink, limits)
  else if (isKubernetesJson(document)) readKubernetesJson(document, sink)
  else if (isCloudTrailJson(document)) readCloudTrailJson(document, sink)
  else if (isXrayJson(document)) readXrayJson(document, sink, limits)
  else if (isZipkinJson(document)) readZipkinJson(document, sink, limits)
  else if (!Array.isArray(document) || document.length > 0)
    throw badInput(`${name} is JSON of an unknown format. Kept reads ${kinds}.`)
}

/** One document per line, or one over all lines: the first line decides. */
async function readJsonStream(
  chunks: AsyncIterable<Uint8Array>,
  name: string,
  sink: TelemetrySink,
  limits: TelemetryLimits,
): Promise<void> {
  let documentLines: string[] | undefined
  let size = 0
  let lineNumber = 0
  for await (const line of textLines(chunks, name, { ...limits, lineLength: limits.documentBytes })) {
    lineNumber += 1
    const text = lineNumber === 1 ? line.replace(/^\uFEFF/, '') : line
    if (documentLines === undefined && text.trim() === '') continue
    if (documentLines === undefined && isComplete(text))
      readJsonDocument(parseJson(text, `${name}, line ${lineNumber},`, limits), name, sink, limits)
    else {
      documentLines ??= []
      documentLines.push(text)
      size += text.length
      if (size > limits.documentBytes)
        throw tooLarge(
          `${name} is one JSON document of more than ${limits.documentBytes} bytes. Write one document per line.`,
        )
    }
  }
  if (documentLines) readJsonDocument(parseJson(documentLines.join('\n'), name, limits), name, sink, limits)
}

function isComplete(line: string): boolean {
  const text = line.trim()
  if (!((text.startsWith('{') && text.endsWith('}')) || (text.startsWith('[') && text.endsWith(']')))) return false
  try {
    if (text.length < 1000) JSON.parse(text)
    return true
  } catch {
    // Part of a document that spans several lines.
    return false
  }
}

async function readCsvStream(
  chunks: AsyncIterable<Uint8Array>,
  name: string,
  sink: TelemetrySink,
  limits: TelemetryLimits,
): Promise<void> {
  const rows = csvRows(chunks, name, limits)
  const header = ((await rows.next()).value as CsvRow | undefined)?.cells ?? []
  const spans = spanColumns(header)
  const metrics = spans ? undefined : metricColumns(header)
  if (!spans && !metrics) {
    throw badInput(
      `${name} is not telemetry Kept can read. First line: "${header.join(',').slice(0, 80)}". Kept reads ${kinds}.`,
    )
  }
  const read = spans
    ? spanRowReader(header, spans, sink)
    : metricRowReader(metrics as NonNullable<typeof metrics>, name, sink)
  for await (const { cells } of rows) read(cells)
}

/** The rows of a CSV. Throws for a line beyond the limit and for a quotation without end. */
export async function* csvRows(
  chunks: AsyncIterable<Uint8Array>,
  name: string,
  { lineLength }: TelemetryLimits,
): AsyncGenerator<CsvRow> {
  const notClosed = (line: number) => badInput(`${name}, line ${line}: a quotation mark is not closed.`)
  try {
    for await (const row of readCsv(chunks, { maxRowLength: lineLength })) {
      if (row.problem === 'quote_not_closed') throw notClosed(row.line)
      yield row
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    if (error.kind === 'quote_not_closed') throw notClosed(error.line)
    throw tooLarge(`${name} has a line longer than ${lineLength} characters.`)
  }
}

/** One message, or the collector's file of length-prefixed messages. */
function readProtobufFile(bytes: Uint8Array, name: string, sink: TelemetrySink, limits: TelemetryLimits): void {
  const messages = delimited(bytes) ?? [bytes]
  for (const message of messages) {
    const signal = signalOf(message)
    if (!signal) throw badInput(`${name} has an unknown format. Kept reads ${kinds}.`)
    readOtlpProtobuf(message, signal, sink, limits)
  }
}

function delimited(bytes: Uint8Array): Uint8Array[] | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const messages: Uint8Array[] = []
  let offset = 0
  while (offset + 4 <= bytes.length) {
    const size = view.getUint32(offset)
    if (size === 0 || offset + 4 + size > bytes.length) return undefined
    messages.push(bytes.subarray(offset + 4, offset + 4 + size))
    offset += 4 + size
  }
  return offset === bytes.length && messages.length > 0 ? messages : undefined
}

function looksLikeText(bytes: Uint8Array): boolean {
  const sample = bytes.subarray(0, 2048)
  const controlCount = sample.reduce((count, byte) => (byte < 9 || (byte > 13 && byte < 32) ? count + 1 : count), 0)
  return controlCount === 0 && sample.includes(10)
}

async function collect(chunks: AsyncIterable<Uint8Array>, name: string, limits: TelemetryLimits): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const chunk of chunks) {
    parts.push(chunk)
    size += chunk.length
    if (size > limits.documentBytes)
      throw tooLarge(`${name} is one message of more than ${limits.documentBytes} bytes. Send it in parts.`)
  }
  const result = new Uint8Array(size)
  let offset = 0
  for (const part of parts) {
    result.set(part, offset)
    offset += part.length
  }
  return result
}

async function* startingWith<Item>(first: Item, remaining: AsyncGenerator<Item>): AsyncGenerator<Item> {
  yield first
  yield* remaining
}
