import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { badInput } from '@kept/domain/errors.ts'

/** About ten million rows. Also protects against decompression bombs. */
const maxBytes = 400_000_000

/** Reads the text of a file, of a gzipped file, or of standard input for "-". */
export async function readText(path: string): Promise<string> {
  const bytes =
    path === '-' ? await buffer(process.stdin) : await readFile(path).catch((error) => cannotRead(path, error))
  const name = path === '-' ? 'Standard input' : path
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return decode(bytes, name)
  const unpacked = await promisify(gunzip)(bytes, { maxOutputLength: maxBytes }).catch((error) => {
    if (error.code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge(name)
    throw badInput(`${name} looks gzipped but cannot be unpacked (${error.message}). Check the file.`)
  })
  return decode(unpacked, name)
}

function decode(bytes: Buffer, name: string): string {
  if (bytes.length > maxBytes) throw tooLarge(name)
  // Excel saves "Unicode Text" as UTF-16 with a byte order mark.
  return bytes[0] === 0xff && bytes[1] === 0xfe ? bytes.toString('utf16le') : bytes.toString('utf8')
}

const tooLarge = (name: string) =>
  badInput(`${name} has more than ${maxBytes / 1e6} MB of text. Use a shorter series or a longer interval.`)

function cannotRead(path: string, error: NodeJS.ErrnoException): never {
  const reason =
    error.code === 'ENOENT'
      ? 'does not exist'
      : error.code === 'EISDIR'
        ? 'is a folder'
        : `cannot be read (${error.code})`
  throw badInput(`${path} ${reason}. Pass a CSV file with the columns timestamp and value.`)
}
