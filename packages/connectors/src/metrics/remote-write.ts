/** Prometheus remote-write, version 1: a protobuf WriteRequest of series, each with labels and samples. */
import { badInput } from '@kept/domain/errors.ts'
import { readSample } from './prometheus.ts'
import { type MetricReading, spacingOf } from './reading.ts'

/** The assumed interval of samples, one minute, when the sender does not state it. */
const defaultSeconds = 60

/**
 * Every sample of a decompressed WriteRequest. Not-a-number marks the end of a series: neither a point nor an error.
 */
export function* readRemoteWrite(message: Uint8Array): Generator<MetricReading> {
  let index = 0
  for (const { field, bytes } of fieldsOf(message)) {
    if (field !== 1 || !bytes) continue
    index += 1
    const labels: Record<string, string> = {}
    const samples: { value: number; at: number }[] = []
    for (const part of fieldsOf(bytes)) {
      if (part.field === 1 && part.bytes) Object.assign(labels, labelOf(part.bytes))
      if (part.field === 2 && part.bytes) samples.push(sampleOf(part.bytes))
    }
    const seconds = spacingOf(
      samples.map(({ at }) => at),
      defaultSeconds,
    )
    for (const [i, { value, at }] of samples.entries()) {
      if (Number.isNaN(value)) continue
      yield readSample({ labels, at, value, seconds }, `series ${index}, sample ${i + 1}`)
    }
  }
}

function labelOf(bytes: Uint8Array): Record<string, string> {
  let [name, value] = ['', '']
  for (const { field, bytes: text } of fieldsOf(bytes)) {
    if (field === 1 && text) name = decoder.decode(text)
    if (field === 2 && text) value = decoder.decode(text)
  }
  return { [name]: value }
}

function sampleOf(bytes: Uint8Array): { value: number; at: number } {
  let [value, timestamp] = [0, 0]
  for (const part of fieldsOf(bytes)) {
    if (part.field === 1 && part.double !== undefined) value = part.double
    if (part.field === 2 && part.varint !== undefined) timestamp = Number(BigInt.asIntN(64, part.varint))
  }
  return { value, at: timestamp }
}

const decoder = new TextDecoder()

interface Field {
  field: number
  bytes?: Uint8Array
  varint?: bigint
  double?: number
}

/** The fields of one protobuf message, in order; callers skip unknown ones. */
function* fieldsOf(message: Uint8Array): Generator<Field> {
  const view = new DataView(message.buffer, message.byteOffset, message.byteLength)
  let offset = 0
  while (offset < message.length) {
    const key = Number(varint())
    const field = key >>> 3
    const type = key & 7
    if (type === 0) yield { field, varint: varint() }
    else if (type === 1) yield { field, double: view.getFloat64(readBytes(8), true) }
    else if (type === 2) {
      const length = Number(varint())
      const start = readBytes(length)
      yield { field, bytes: message.subarray(start, start + length) }
    } else if (type === 5) readBytes(4)
    else throw broken()
  }

  function varint(): bigint {
    let value = 0n
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const next = message[readBytes(1)] ?? 0
      value |= BigInt(next & 127) << shift
      if (next < 128) return value
    }
    throw broken()
  }
  function readBytes(length: number): number {
    const start = offset
    offset += length
    if (offset > message.length) throw broken()
    return start
  }
}

function broken(): Error {
  return badInput('The body is not a Prometheus WriteRequest (protobuf). Send remote-write version 1.')
}
