import type { Readable } from 'node:stream'

/** The chunks of a stream of bytes. Without an encoding a stream delivers buffers, which its own type does not say. */
export function chunksOf(stream: Readable): AsyncIterable<Buffer> {
  return stream
}
