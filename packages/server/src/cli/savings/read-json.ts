/** Reads a JSON file, or standard input for "-". Throws bad_input when it cannot be read. */
import { readFile, stat } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { badInput } from '@kept/domain/errors.ts'
import { messageOf } from '@kept/foundation/thrown.ts'

/** Just below the maximum string length of V8; Kept writes no larger statement. */
const maxBytes = 500_000_000

export async function readJson(path: string): Promise<unknown> {
  const size = path === '-' ? 0 : await stat(path).then(({ size: bytes }) => bytes, rethrow(path))
  if (size > maxBytes)
    throw badInput(
      `${path} is ${Math.ceil(size / 1e6)} MB. The limit is ${maxBytes / 1e6} MB; check that it is the right file.`,
    )
  const content = path === '-' ? await text(process.stdin) : await readFile(path, 'utf8').catch(rethrow(path))
  try {
    return JSON.parse(content.replace(/^\uFEFF/, ''))
  } catch (cause) {
    // The parser quotes the text with its line breaks.
    const reason = messageOf(cause).replaceAll(/\s+/g, ' ').replace(/\.$/, '')
    throw badInput(`${path === '-' ? 'Standard input' : path} is not JSON: ${reason}.`)
  }
}

function rethrow(path: string) {
  return (cause: NodeJS.ErrnoException): never => {
    if (cause.code === 'ENOENT') throw badInput(`File not found: ${path}`)
    if (cause.code === 'EISDIR') throw badInput(`${path} is a folder, not a file.`)
    throw badInput(`Cannot read ${path}: ${cause.message}.`)
  }
}
