/** CSV as it streams: one row at a time, quotes and line ends inside quotes understood, lines bounded. */
import { badInput } from '@kept/domain/errors.ts'
import { type TelemetryLimits, tooLarge } from './limits.ts'

/** Lines of text, each bounded; a byte order mark is not part of the first. */
export async function* textLines(
  chunks: AsyncIterable<Uint8Array>,
  name: string,
  limits: TelemetryLimits,
): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of chunks) {
    const text = rest + decoder.decode(chunk, { stream: true })
    let from = 0
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', from)) {
      yield text.charCodeAt(end - 1) === 13 ? text.slice(from, end - 1) : text.slice(from, end)
      from = end + 1
    }
    rest = text.slice(from)
    if (rest.length > limits.lineLength)
      throw tooLarge(`${name} has a line longer than ${limits.lineLength} characters.`)
  }
  rest += decoder.decode()
  if (rest !== '') yield rest
}

/** The rows of a CSV; `lines` are those of textLines. */
export async function* csvRows(
  lines: AsyncIterable<string>,
  separator: string,
  name: string,
): AsyncGenerator<string[]> {
  let open = ''
  for await (const line of lines) {
    const text = open === '' ? line : `${open}\n${line}`
    if (text === '') continue
    if (!text.includes('"')) {
      yield text.split(separator)
      continue
    }
    const row = quotedRow(text, separator)
    if (row) {
      open = ''
      yield row
    } else {
      open = text
      if (open.length > 1_000_000) throw badInput(`${name} has a quotation mark that is never closed.`)
    }
  }
  if (open !== '') throw badInput(`${name} ends inside a quotation.`)
}

/** The cells of a line with quotes; undefined while a quote is open. */
function quotedRow(text: string, separator: string): string[] | undefined {
  const cells: string[] = []
  let cell = ''
  let quoted = false
  for (let i = 0; i < text.length; i += 1) {
    const character = text[i] as string
    if (quoted) {
      if (character !== '"') cell += character
      else if (text[i + 1] === '"') {
        cell += '"'
        i += 1
      } else quoted = false
    } else if (character === '"') quoted = true
    else if (character === separator) {
      cells.push(cell)
      cell = ''
    } else cell += character
  }
  if (quoted) return undefined
  cells.push(cell)
  return cells
}

/** The separator of a header line. */
export function separatorOf(header: string): string {
  return [',', '\t', ';'].reduce(
    (best, one) => (header.split(one).length > header.split(best).length ? one : best),
    ',',
  )
}
