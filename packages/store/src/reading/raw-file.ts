/** A file as it is stored, wherever that is: its bytes from the beginning, and what its first bytes say it is. */
import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { constants, createGunzip, createZstdDecompress } from 'node:zlib'
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
export async function readStart(stream: Readable, most: number): Promise<{ bytes: Buffer; whole: boolean }> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      size += chunk.length
      if (size > most) return { bytes: Buffer.concat(chunks).subarray(0, most), whole: false }
    }
  } finally {
    stream.destroy()
  }
  return { bytes: Buffer.concat(chunks), whole: true }
}

/** The bytes as they were before they were compressed; an error while unpacking reaches whoever reads. */
export function unpacked(raw: Readable, compression: Compression, beginningOnly = false): Readable {
  if (compression === 'none') return raw
  const unpack =
    compression === 'gzip'
      ? createGunzip(beginningOnly ? { finishFlush: constants.Z_SYNC_FLUSH } : {})
      : createZstdDecompress(beginningOnly ? { finishFlush: constants.ZSTD_e_continue } : {})
  raw.on('error', (error) => unpack.destroy(error))
  unpack.on('close', () => raw.destroy())
  return raw.pipe(unpack)
}
