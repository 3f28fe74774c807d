/** Where rows come from, in the engine's own words: a file it can open, a bucket it can read, a stream we send it. */
import type { Readable } from 'node:stream'

/** The engine's input formats we use; a CSV always has its header. */
export type Container = 'CSVWithNames' | 'Parquet' | 'JSONEachRow'
export type Compression = 'none' | 'gzip' | 'zstd'

export interface BillSource {
  /** What a person calls it: the file's name or URL. */
  name: string
  container: Container
  /** SQL after FROM, given the structure to read with ("a String, b String") or none to let the engine infer it. */
  from(structure?: string): string
  /** SQL after FROM for its physical lines, as `line String`; for sources the engine opens itself. */
  lines?: string
  /** For sources the engine cannot open itself: the bytes, afresh for every question. */
  body?: () => Readable
  /** The bytes as the rows are written, for looking at them ourselves when the engine cannot read them. */
  content?: () => Readable
  /** Size as stored (compressed), for the progress bar; null when unknown. */
  bytes: number | null
  /** "," or ";" or tab. */
  delimiter?: string
  /** Lines the header takes: a column's name may hold a line break. */
  headerLines?: number
}

/** A file on the engine's own machine, found by content: its compression is told, never guessed from the name. */
export function localFile(file: {
  path: string
  name: string
  container: Container
  bytes: number
  compression?: Compression
  content?: () => Readable
  delimiter?: string
  headerLines?: number
}): BillSource {
  const { path, container, compression = 'none' } = file
  const as = (format: string, structure: string) =>
    `file(${quote(path)}, ${format}, ${quote(structure)}, ${quote(compression)})`
  return {
    ...file,
    from: (structure = 'auto') => as(container, structure),
    lines: as('LineAsString', 'line String'),
  }
}

/** A file the engine cannot open by its path: its bytes are sent along with every question. */
export function streamedFile(file: {
  name: string
  container: Container
  bytes: number | null
  body: () => Readable
  delimiter?: string
  headerLines?: number
}): BillSource {
  return { ...file, content: file.body, from: (structure = 'auto') => `input(${quote(structure)})` }
}

/** In the engine's file paths these stand for many files, or for a member of an archive; such a file is streamed. */
export function canBeNamed(path: string): boolean {
  return !/[*?{}]|::/.test(path)
}

/** A string literal of the engine's dialect. Only for file paths and column names, which cannot be parameters. */
export function quote(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}

/** A quoted identifier. */
export function identifier(name: string): string {
  return `\`${name.replaceAll('\\', '\\\\').replaceAll('`', '\\`')}\``
}
