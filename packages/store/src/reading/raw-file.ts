/** A file as it is stored: its bytes from the start, and what its first bytes identify it as. */
import { createReadStream } from 'node:fs'
import { type Readable, Transform } from 'node:stream'
import { constants, createGunzip, createZstdDecompress } from 'node:zlib'
import { badInput } from '@kept/domain/errors.ts'
import { chunksOf } from './chunks.ts'
import type { Compression } from './source.ts'

export interface RawFile {
  /** Its name for users; a member of an archive as "bills.zip/october.csv". */
  name: string
  /** As stored; null when unknown. */
  bytes: number | null
  /** The path by which the engine may open it directly. */
  path?: string
  /** True when `open` returns the start only: the rest stays in its bucket. */
  beginningOnly?: boolean
  open(): Readable
}

export function diskFile(path: string, name: string, bytes: number): RawFile {
  return { name, bytes, path, open: () => createReadStream(path, { highWaterMark: 1024 * 1024 }) }
}

/** The first bytes, at most `most` of them, and whether they are all. */
export async function readStart(stream: Readable, maxBytes: number): Promise<{ bytes: Buffer; isComplete: boolean }> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of chunksOf(stream)) {
      chunks.push(chunk)
      size += chunk.length
      if (size > maxBytes) return { bytes: Buffer.concat(chunks).subarray(0, maxBytes), isComplete: false }
    }
  } finally {
    stream.destroy()
  }
  return { bytes: Buffer.concat(chunks), isComplete: true }
}

/** The decompressed bytes; a decompression error reaches the reader. */
export function unpacked(raw: Readable, compression: Compression, beginningOnly = false): Readable {
  if (compression === 'none') return raw
  const unpack =
    compression === 'gzip'
      ? createGunzip(beginningOnly ? { finishFlush: constants.Z_SYNC_FLUSH } : {})
      : createZstdDecompress(beginningOnly ? { finishFlush: constants.ZSTD_e_continue } : {})
  const bounded = boundGrowth(() => unpack.bytesWritten)
  raw.on('error', (error) => unpack.destroy(error))
  unpack.on('error', (error) => bounded.destroy(error))
  unpack.on('close', () => raw.destroy())
  bounded.on('close', () => unpack.destroy())
  return raw.pipe(unpack).pipe(bounded)
}

/** The maximum growth of a file: bills compress 10 to 60 times. A higher ratio is a decompression bomb. */
const MAX_GROWTH = 250
/** Any growth is allowed up to this size: a short file of zeros is harmless. */
export const ALWAYS_ALLOWED_BYTES = 64 * 1024 ** 2

/** Ends a stream whose decompressed size exceeds the limit relative to the compressed bytes read so far. */
export function boundGrowth(packedBytes: () => number): Transform {
  let bytes = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      if (bytes <= ALWAYS_ALLOWED_BYTES || bytes <= packedBytes() * MAX_GROWTH) return done(null, chunk)
      done(
        badInput(
          `The file unpacks to more than ${MAX_GROWTH} times its size, which no bill does; upload it unpacked or in parts.`,
        ),
      )
    },
  })
}
