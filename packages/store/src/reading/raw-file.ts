/** A file as it is stored, wherever that is: its bytes from the beginning, and what its first bytes say it is. */
import { createReadStream } from 'node:fs'
import { type Readable, Transform } from 'node:stream'
import { constants, createGunzip, createZstdDecompress } from 'node:zlib'
import { badInput } from '@kept/domain/errors.ts'
import type { Compression } from './source.ts'

export interface RawFile {
  /** What a person calls it; a member of an archive as "bills.zip/october.csv". */
  name: string
  /** As stored; null when that is not known. */
  bytes: number | null
  /** Where the engine might open it by itself. */
  path?: string
  /** True when `open` gives the beginning only: the rest stays in its bucket. */
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
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      size += chunk.length
      if (size > maxBytes) return { bytes: Buffer.concat(chunks).subarray(0, maxBytes), isComplete: false }
    }
  } finally {
    stream.destroy()
  }
  return { bytes: Buffer.concat(chunks), isComplete: true }
}

/** The bytes as they were before they were compressed; an error while unpacking reaches whoever reads. */
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

/** Times a file may grow: bills compress 10 to 60 times. What grows more was made to fill a disk or a day. */
const MAX_GROWTH = 250
/** Anything may grow up to here: a short file of zeros is no danger. */
export const ALWAYS_ALLOWED_BYTES = 64 * 1024 ** 2

/** Ends a stream that unpacks to more than its packed bytes, counted as they are read, explain. */
export function boundGrowth(packedBytes: () => number): Transform {
  let bytes = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      if (bytes <= ALWAYS_ALLOWED_BYTES || bytes <= packedBytes() * MAX_GROWTH) return done(null, chunk)
      done(
        badInput(
          `The file unpacks to more than ${MAX_GROWTH} times its size, as no bill does; send it unpacked or in parts.`,
        ),
      )
    },
  })
}
