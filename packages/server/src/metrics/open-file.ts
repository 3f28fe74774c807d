/** Opens a metrics file by its magic bytes: Parquet, JSON or CSV, also gzip. */
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

/** JSON is loaded into memory. CSV and Parquet are streamed. */
const largestJson = 256 * 1024 ** 2

export async function openMetricsFile(path: string, name: string): Promise<OpenedMetrics> {
  const start = await firstBytes(path, 4)
  if (start.length === 0) throw badInput(`${name} is empty. Choose a file with metrics.`)
  if (start.toString('latin1') === 'PAR1') return { format: 'parquet', readings: await parquet(path, name) }
  const text = () => decoded(path, name)
  const firstChar = await firstCharacter(text())
  if (firstChar === '{' || firstChar === '[') return json(text(), name)
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
  let content = ''
  for await (const chunk of text) {
    content += chunk
    if (content.length > largestJson) {
      throw badInput(`${name} has more than ${largestJson / 1024 ** 2} MB of JSON. Split it, or send CSV or Parquet.`)
    }
  }
  let document: unknown
  try {
    document = JSON.parse(content)
  } catch {
    throw badInput(`${name} is not valid JSON. It may be truncated.`)
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

async function firstCharacter(text: AsyncIterable<string>): Promise<string> {
  for await (const chunk of text) {
    const character = chunk.replace(/^\uFEFF/, '').trimStart()[0]
    if (character !== undefined) return character
  }
  return ''
}

async function firstBytes(path: string, count: number): Promise<Buffer> {
  const file = await open(path, 'r')
  try {
    const buffer = Buffer.alloc(count)
    const { bytesRead } = await file.read(buffer, 0, count, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}
