/** A file of metrics on disk, recognised by its first bytes: Parquet, JSON or CSV, also gzipped. */
import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { openMetricsJson } from '@kept/connectors/metrics/all.ts'
import { readMetricsCsv } from '@kept/connectors/metrics/csv.ts'
import { readMetricsParquet } from '@kept/connectors/metrics/parquet.ts'
import type { MetricReading } from '@kept/connectors/metrics/reading.ts'
import { inflate } from '@kept/connectors/telemetry/inflate.ts'
import { defaultLimits } from '@kept/connectors/telemetry/limits.ts'
import { badInput } from '@kept/domain/errors.ts'

export interface OpenedMetrics {
  format: string
  readings: AsyncIterable<MetricReading> | Iterable<MetricReading>
}

/** A JSON document has to be in memory as a whole; CSV and Parquet do not. */
const largestJson = 256 * 1024 ** 2

export async function openMetricsFile(path: string, name: string): Promise<OpenedMetrics> {
  const start = await firstBytes(path, 4)
  if (start.length === 0) throw badInput(`${name} is empty; please choose a file with metrics in it.`)
  if (start.toString('latin1') === 'PAR1') return { format: 'parquet', readings: await parquet(path, name) }
  const text = () => decoded(path, name)
  const letter = await firstLetter(text())
  if (letter === '{' || letter === '[') return json(text(), name)
  return { format: 'csv', readings: readMetricsCsv(text(), name) }
}

async function parquet(path: string, name: string) {
  const { size } = await stat(path)
  const slice = async (from: number, to = size) => {
    const file = await open(path, 'r')
    try {
      const buffer = new Uint8Array(to - from)
      await file.read(buffer, 0, to - from, from)
      return buffer.buffer
    } finally {
      await file.close()
    }
  }
  return readMetricsParquet({ byteLength: size, slice }, name)
}

async function json(text: AsyncIterable<string>, name: string): Promise<OpenedMetrics> {
  let whole = ''
  for await (const piece of text) {
    whole += piece
    if (whole.length > largestJson) {
      throw badInput(`${name} is more than ${largestJson / 1024 ** 2} MB of JSON; split it, or send CSV or Parquet.`)
    }
  }
  let document: unknown
  try {
    document = JSON.parse(whole)
  } catch {
    throw badInput(`${name} begins like JSON but is none: it is cut off or broken.`)
  }
  const { format, read } = openMetricsJson(document, name)
  return { format, readings: read() }
}

async function* decoded(path: string, name: string): AsyncGenerator<string> {
  const stream = createReadStream(path)
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  try {
    for await (const chunk of inflate(stream, name, defaultLimits)) yield decoder.decode(chunk, { stream: true })
  } finally {
    stream.destroy()
  }
  yield decoder.decode()
}

async function firstLetter(text: AsyncIterable<string>): Promise<string> {
  for await (const piece of text) {
    const letter = piece.replace(/^\uFEFF/, '').trimStart()[0]
    if (letter !== undefined) return letter
  }
  return ''
}

async function firstBytes(path: string, many: number): Promise<Buffer> {
  const file = await open(path, 'r')
  try {
    const buffer = Buffer.alloc(many)
    const { bytesRead } = await file.read(buffer, 0, many, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}
