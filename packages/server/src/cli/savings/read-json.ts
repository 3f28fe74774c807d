/** A JSON file (or "-", standard input) of the command line, or one sentence about why it cannot be read. */
import { readFile, stat } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { badInput } from '@kept/domain/errors.ts'

/** What the language can hold as one text, less a little; Kept writes no larger statement either. */
const mostBytes = 500_000_000

export async function readJson(path: string): Promise<unknown> {
  const size = path === '-' ? 0 : await stat(path).then(({ size: bytes }) => bytes, rethrow(path))
  if (size > mostBytes)
    throw badInput(
      `${path} has ${Math.ceil(size / 1e6)} MB; at most ${mostBytes / 1e6} MB can be read, and Kept writes nothing larger: please check that it is the right file.`,
    )
  const content = path === '-' ? await text(process.stdin) : await readFile(path, 'utf8').catch(rethrow(path))
  try {
    return JSON.parse(content.replace(/^\uFEFF/, ''))
  } catch (cause) {
    throw badInput(`${path === '-' ? 'Standard input' : path} is not JSON: ${(cause as Error).message}.`)
  }
}

function rethrow(path: string) {
  return (cause: NodeJS.ErrnoException): never => {
    if (cause.code === 'ENOENT') throw badInput(`There is no file ${path}.`)
    if (cause.code === 'EISDIR') throw badInput(`${path} is a folder, not a file.`)
    throw badInput(`${path} cannot be read: ${cause.message}.`)
  }
}
