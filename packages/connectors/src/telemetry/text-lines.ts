/** Text as it streams: one line at a time, each bounded. */
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
