/** Stores a body that is a file on disk while it is read, and deletes it afterwards: only chunks are in memory. */
import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { KeptError } from '@kept/domain/errors.ts'

/** Named like uploads in progress, so that leftovers of a kill are swept at the next start. */
const arriving = '.arriving'

export async function withReceivedFile<T>(
  body: NodeJS.ReadableStream,
  { folder, limit }: { folder: string; limit: number },
  work: (path: string, bytes: number) => Promise<T>,
): Promise<T> {
  const path = join(folder, `${randomUUID()}${arriving}`)
  let bytes = 0
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      const isTooLarge = bytes > limit
      done(
        isTooLarge
          ? new KeptError('too_large', `The file is larger than ${Math.round(limit / 1024 ** 2)} MB. Send it in parts.`)
          : null,
        chunk,
      )
    },
  })
  try {
    await pipeline(body, measure, createWriteStream(path, { flags: 'wx', mode: 0o600 }))
    return await work(path, bytes)
  } finally {
    await rm(path, { force: true })
  }
}
