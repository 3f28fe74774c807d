import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { badInput } from '@kept/domain/errors.ts'

/** What a series can sensibly be: ten million rows. A small file that unpacks into more is a mistake or a trick. */
const mostBytes = 400_000_000

/** The text of a file, of a gzipped file, or (as "-") of standard input. */
export async function readText(path: string): Promise<string> {
  const bytes =
    path === '-' ? await buffer(process.stdin) : await readFile(path).catch((error) => cannotRead(path, error))
  const name = path === '-' ? 'Standard input' : path
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return decode(bytes, name)
  const plain = await promisify(gunzip)(bytes, { maxOutputLength: mostBytes }).catch((error) => {
    if (error.code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge(name)
    throw badInput(`${name} looks gzipped but cannot be unpacked (${error.message}); deliver it again.`)
  })
  return decode(plain, name)
}

function decode(bytes: Buffer, name: string): string {
  if (bytes.length > mostBytes) throw tooLarge(name)
  // Spreadsheets save "Unicode text" in two bytes a letter, and say so in the first two.
  return bytes[0] === 0xff && bytes[1] === 0xfe ? bytes.toString('utf16le') : bytes.toString('utf8')
}

const tooLarge = (name: string) =>
  badInput(`${name} has more than ${mostBytes / 1e6} MB of text; give a part of it, or a coarser step.`)

function cannotRead(path: string, error: NodeJS.ErrnoException): never {
  const why =
    error.code === 'ENOENT'
      ? 'does not exist'
      : error.code === 'EISDIR'
        ? 'is a folder'
        : `cannot be read (${error.code})`
  throw badInput(`${path} ${why}; give a CSV file with the columns timestamp and value.`)
}
