/** Where rows come from, as SQL: a file the engine opens, a bucket it reads, or a stream sent to it. */
import type { Readable } from 'node:stream'

/** The input formats of the engine that are used; a CSV always has a header. */
export type Container = 'CSVWithNames' | 'Parquet' | 'JSONEachRow'
export type Compression = 'none' | 'gzip' | 'zstd'

export interface BillSource {
  /** Its name for users: the file's name or URL. */
  name: string
  container: Container
  /** SQL after FROM, with the structure to read with ("a String, b String") or none to let the engine infer it. */
  from(structure?: string): string
  /** SQL after FROM for its physical lines, as `line String`; for sources the engine opens itself. */
  lines?: string
  /** For sources the engine cannot open: a new stream of the bytes for every query. */
  body?: () => Readable
  /** The decoded bytes, for our own scan when the engine cannot read them. */
  content?: () => Readable
  /** Size as stored (compressed), for the progress bar; null when unknown. */
  bytes: number | null
  /** "," or ";" or tab. */
  delimiter?: string
  /** Physical lines of the header: a column's name may contain a line break. */
  headerLines?: number
}

/** A file on the engine's machine: its compression is passed explicitly, never guessed from the name. */
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

/** A file the engine cannot open by its path: its bytes are sent with every query. */
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

/** Characters that are glob patterns in the engine's file paths; files with such names are streamed. */
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
