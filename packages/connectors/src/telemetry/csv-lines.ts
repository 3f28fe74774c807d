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
  // Pieces of the line that is still open: laid together once, for a line as long as its limit is looked through once.
  let open: string[] = []
  let length = 0
  for await (const chunk of chunks) {
    const text = decoder.decode(chunk, { stream: true })
    let from = 0
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', from)) {
      const line = open.length === 0 ? text.slice(from, end) : open.join('') + text.slice(from, end)
      yield line.charCodeAt(line.length - 1) === 13 ? line.slice(0, -1) : line
      open = []
      length = 0
      from = end + 1
    }
    open.push(from === 0 ? text : text.slice(from))
    length += text.length - from
    if (length > limits.lineLength) throw tooLarge(`${name} has a line longer than ${limits.lineLength} characters.`)
  }
  const remaining = open.join('') + decoder.decode()
  if (remaining !== '') yield remaining
}

/** The rows of a CSV; `lines` are those of textLines. */
export async function* csvRows(
  lines: AsyncIterable<string>,
  separator: string,
  name: string,
): AsyncGenerator<string[]> {
  let open: string[] = []
  let length = 0
  for await (const line of lines) {
    if (open.length === 0 && !line.includes('"')) {
      if (line !== '') yield line.split(separator)
      continue
    }
    open.push(line)
    length += line.length + 1
    // A quotation is open after an odd number of marks; only a line that turns that round ends a row.
    const turns = line.split('"').length % 2 === 0
    if (turns === open.length > 1) {
      yield quotedRow(open.join('\n'), separator)
      open = []
      length = 0
    } else if (length > 1_000_000) throw badInput(`${name} has a quotation mark that is not closed.`)
  }
  if (open.length > 0) throw badInput(`${name} ends inside a quotation.`)
}

/** The cells of a line in which every quotation is closed. */
function quotedRow(text: string, separator: string): string[] {
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
  cells.push(cell)
  return cells
}

/** The separator of a header line. */
export function separatorOf(header: string): string {
  return [',', '\t', ';'].reduce(
    (best, separator) => (header.split(separator).length > header.split(best).length ? separator : best),
    ',',
  )
}
