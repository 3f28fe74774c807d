/** The members of a zip archive as files. The embedded engine cannot unzip: they are streamed to it. */
import { Readable } from 'node:stream'
import { crc32 } from 'node:zlib'
import { badInput, KeptError } from '@kept/domain/errors.ts'
import { type Entry, openPromise } from 'yauzl'
import { chunksOf } from './chunks.ts'
import { boundGrowth, type RawFile } from './raw-file.ts'

export async function zipMembers(path: string, name: string): Promise<RawFile[]> {
  const entries = await readEntries(path, name)
  if (entries.some(({ fileName }) => fileName === '[Content_Types].xml')) {
    throw badInput(`${name} is an Office document; save the sheet with the bill as CSV and upload that.`)
  }
  const files = entries.filter(({ fileName }) => !fileName.endsWith('/') && !fileName.startsWith('__MACOSX/'))
  return files.map((entry) => {
    if (entry.isEncrypted()) throw badInput(`${name} is password-protected; upload it without a password.`)
    return {
      name: `${name}/${entry.fileName}`,
      bytes: entry.compressedSize,
      open: () => Readable.from(streamMember(path, `${name}/${entry.fileName}`, entry), { objectMode: false }),
    }
  })
}

async function readEntries(path: string, name: string): Promise<Entry[]> {
  const entries: Entry[] = []
  try {
    const zip = await openPromise(path, { lazyEntries: true })
    for await (const entry of zip.eachEntry()) entries.push(entry)
  } catch (error) {
    throw Object.assign(
      badInput(`${name} is not a complete zip file: it is damaged or incomplete; download it again.`),
      {
        cause: error,
      },
    )
  }
  return entries
}

async function* streamMember(path: string, name: string, entry: Entry): AsyncGenerator<Buffer> {
  const damaged = `${name} is damaged; download the archive again.`
  const zip = await openPromise(path, { lazyEntries: true, autoClose: false })
  try {
    let sum = 0
    const stream = await zip.openReadStreamPromise(entry)
    const bounded = stream.pipe(boundGrowth(() => entry.compressedSize))
    for await (const chunk of chunksOf(bounded)) {
      sum = crc32(chunk, sum)
      yield chunk
    }
    if (sum !== entry.crc32) throw badInput(damaged)
  } catch (error) {
    throw error instanceof KeptError ? error : badInput(damaged)
  } finally {
    zip.close()
  }
}
