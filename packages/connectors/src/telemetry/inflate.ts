/** Streaming gzip decompression with a limit: a decompression bomb is stopped at it. */
import { DecompressionStream, ReadableStream } from 'node:stream/web'
import { badInput } from '@kept/domain/errors.ts'
import { type TelemetryLimits, tooLarge } from './limits.ts'

/** Passes plain bytes through and inflates gzip (also several concatenated members); `name` is for the error. */
export async function* inflate(
  chunks: AsyncIterable<Uint8Array>,
  name: string,
  limits: TelemetryLimits,
): AsyncGenerator<Uint8Array> {
  const iterator = chunks[Symbol.asyncIterator]()
  let first = await iterator.next()
  while (!first.done && first.value.length < 2) {
    const next = await iterator.next()
    if (next.done) break
    first = { done: false, value: joined(first.value, next.value) }
  }
  if (first.done) return
  const bytes = first.value
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) {
    yield* bounded(chain(bytes, iterator), name, limits.inflatedBytes)
    return
  }
  let read = 0
  const counted = async function* () {
    for await (const chunk of chain(bytes, iterator)) {
      read += chunk.length
      yield chunk
    }
  }
  const stream = ReadableStream.from<ArrayBufferView | ArrayBuffer>(counted()).pipeThrough(
    new DecompressionStream('gzip'),
  )
  let writtenBytes = 0
  try {
    for await (const chunk of stream) {
      writtenBytes += chunk.length
      if (
        writtenBytes > limits.inflatedBytes ||
        (writtenBytes > 64 * 1024 ** 2 && writtenBytes > read * limits.inflationRatio)
      ) {
        throw tooLarge(`${name} unpacks to more than the limit (${writtenBytes} bytes from ${read}). Send it in parts.`)
      }
      yield chunk
    }
  } catch (cause) {
    if (cause instanceof Error && cause.name === 'KeptError') throw cause
    throw badInput(`${name} is damaged. Its gzip data ends early or cannot be unpacked.`)
  }
}

async function* bounded(chunks: AsyncIterable<Uint8Array>, name: string, maxBytes: number) {
  let totalBytes = 0
  for await (const chunk of chunks) {
    totalBytes += chunk.length
    if (totalBytes > maxBytes) throw tooLarge(`${name} is larger than ${maxBytes} bytes. Send it in parts.`)
    yield chunk
  }
}

async function* chain(first: Uint8Array, remaining: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield first
  for (let next = await remaining.next(); !next.done; next = await remaining.next()) yield next.value
}

function joined(a: Uint8Array, b: Uint8Array): Uint8Array {
  const result = new Uint8Array(a.length + b.length)
  result.set(a)
  result.set(b, a.length)
  return result
}
