/**
 * Objects of a backup folder: compressed, named by the SHA-256 of their content, written once. A killed backup leaves
 * only files that end in ".arriving", which the next one removes.
 */
import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import type { BackupObject } from '@kept/domain/backup.ts'
import { KeptError } from '@kept/domain/errors.ts'
import { codeOf } from '@kept/foundation/thrown.ts'
import { syncFolder } from '../sync-folder.ts'

export interface Objects {
  /** Stores what `content` yields; an object that is there already is not written again. */
  write(content: AsyncIterable<Uint8Array>): Promise<BackupObject & { added: number }>
  /** The content again; the stream fails when it is not what was stored. */
  read(object: string): Readable
  has(object: string): Promise<boolean>
  /** Removes objects that no backup needs, and leftovers of killed ones; returns how many. */
  removeExcept(needed: ReadonlySet<string>): Promise<number>
}

export function openObjects(folder: string): Objects {
  const root = join(folder, 'objects')
  const pathOf = (object: string) => join(root, object.slice(0, 2), `${object}.zst`)

  const has = async (object: string) =>
    stat(pathOf(object)).then(
      () => true,
      () => false,
    )

  return {
    has,
    async write(content) {
      await mkdir(root, { recursive: true, mode: 0o700 })
      const arriving = join(root, `${randomUUID()}.arriving`)
      const hash = createHash('sha256')
      let bytes = 0
      async function* counted() {
        for await (const chunk of content) {
          hash.update(chunk)
          bytes += chunk.length
          yield chunk
        }
      }
      try {
        // Flushed to the disk before it gets its name.
        const file = createWriteStream(arriving, { flags: 'wx', mode: 0o600, flush: true })
        await pipeline(counted, createZstdCompress(), file)
        const object = hash.digest('hex')
        if (await has(object)) return { object, bytes, added: 0 }
        const { size } = await stat(arriving)
        await mkdir(dirname(pathOf(object)), { recursive: true, mode: 0o700 })
        await rename(arriving, pathOf(object))
        await syncFolder(dirname(pathOf(object)))
        await syncFolder(root)
        return { object, bytes, added: size }
      } finally {
        await rm(arriving, { force: true })
      }
    },
    read: (object) => Readable.from(checkedContent(pathOf(object), object), { objectMode: false }),
    async removeExcept(needed) {
      let removed = 0
      for (const name of await readdir(root, { recursive: true }).catch(() => [])) {
        const object = name.slice(3, -'.zst'.length)
        const isLeftover = name.endsWith('.arriving')
        if (!isLeftover && !(name.endsWith('.zst') && !needed.has(object))) continue
        await rm(join(root, name), { force: true })
        removed += 1
      }
      return removed
    },
  }
}

/** Fails at the end when the content is not the object's. */
async function* checkedContent(path: string, object: string): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  try {
    const content = createZstdDecompress()
    const reading = pipeline(createReadStream(path), content)
    // The loop below reports it.
    reading.catch(() => undefined)
    for await (const chunk of content) {
      hash.update(chunk)
      yield chunk
    }
    await reading
  } catch (cause) {
    throw damaged(object, codeOf(cause) === 'ENOENT' ? 'is missing' : 'is damaged', cause)
  }
  if (hash.digest('hex') !== object) throw damaged(object, 'is damaged')
}

function damaged(object: string, what: string, cause?: unknown): KeptError {
  return new KeptError('bad_input', `The object ${object.slice(0, 12)} of the backup ${what}. Use another backup.`, {
    cause,
  })
}
