/** Reads the rows of a CSV from bytes or text in pieces of any size, one after the other. */
import { type CsvOptions, CsvReader, type CsvRow } from './read.ts'

/** Bytes are UTF-8; a character may be cut anywhere. Throws `CsvError` for a row beyond the limit. */
export async function* readCsv(
  chunks: AsyncIterable<Uint8Array | string>,
  options?: CsvOptions,
): AsyncGenerator<CsvRow> {
  const reader = new CsvReader(options)
  const decoder = new TextDecoder()
  for await (const chunk of chunks) {
    yield* reader.push(typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true }))
  }
  yield* reader.push(decoder.decode())
  yield* reader.end()
}

/** Every row of a text. */
export function readCsvText(text: string, options?: CsvOptions): CsvRow[] {
  const reader = new CsvReader({ maxRowLength: Number.POSITIVE_INFINITY, ...options })
  return [...reader.push(text), ...reader.end()]
}
