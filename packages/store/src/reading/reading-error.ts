/**
 * Translates the engine's read errors into one sentence for users: what, where, what to do. The engine's own messages
 * are never shown: they contain SQL, paths and sometimes the credentials of an address.
 */
import { badInput, KeptError } from '@kept/domain/errors.ts'
import { type BrokenQuote, findBrokenQuote } from './broken-quote.ts'
import type { BillSource } from './source.ts'

/** For `.catch(...)`: the translated error, or the original when it is not about the file. */
export function rethrowReading(source: BillSource): (error: unknown) => Promise<never> {
  return async (error) => {
    throw await readingError(error, source)
  }
}

export async function readingError(error: unknown, source: BillSource): Promise<unknown> {
  if (error instanceof KeptError && error.code === 'bad_input') return error
  const { type, message } = engineMessage(error)
  if (type === undefined) return fromStream(error, source) ?? error
  const { name, container } = source
  if (damaged.has(type)) {
    return badInput(`${name} is damaged or incomplete; download it again and upload it again.`)
  }
  if (container === 'CSVWithNames' && unsplittable.has(type)) {
    return unclosed(source)
  }
  if (type === 'MEMORY_LIMIT_EXCEEDED') return Object.assign(await tooMuchMemory(source), { cause: error })
  if (container === 'Parquet' && unreadableParquet.has(type)) {
    return badInput(`${name} is not a complete Parquet file: it is damaged or incomplete; download it again.`)
  }
  if (container === 'JSONEachRow' && unsplittable.has(type)) {
    return badInput(
      `${name} has a line that is not a JSON object${atRow(message)}; export it again as newline-delimited JSON.`,
    )
  }
  const address = addressErrors[type]?.(name, message)
  return address ? badInput(address) : error
}

const damaged = new Set([
  'ZLIB_INFLATE_FAILED',
  'ZSTD_DECODER_FAILED',
  'CANNOT_DECOMPRESS',
  'UNKNOWN_COMPRESSION_METHOD',
])
const unsplittable = new Set([
  'CANNOT_PARSE_INPUT_ASSERTION_FAILED',
  'CANNOT_PARSE_QUOTED_STRING',
  'CANNOT_PARSE_ESCAPE_SEQUENCE',
  'CANNOT_READ_ALL_DATA',
  'CANNOT_PARSE_TEXT',
  'CANNOT_EXTRACT_TABLE_STRUCTURE',
  'INCORRECT_DATA',
  'EMPTY_DATA_PASSED',
])
const unreadableParquet = new Set([
  'INCORRECT_DATA',
  'CANNOT_EXTRACT_TABLE_STRUCTURE',
  'CANNOT_READ_ALL_DATA',
  'CANNOT_PARSE_TEXT',
  'PARQUET_EXCEPTION',
  'BAD_ARGUMENTS',
  'STD_EXCEPTION',
  'CANNOT_DECOMPRESS',
  'UNEXPECTED_END_OF_FILE',
  'ATTEMPT_TO_READ_AFTER_EOF',
])

const addressErrors: Record<string, (name: string, message: string) => string> = {
  FILE_DOESNT_EXIST: (name) => `File ${name} no longer exists; upload it again.`,
  CANNOT_OPEN_FILE: (name) => `${name} cannot be opened; check that Kept has read permission.`,
  S3_ERROR: (name, message) =>
    /\b40[13]\b|AccessDenied|InvalidAccessKeyId|SignatureDoesNotMatch|Forbidden/.test(message)
      ? `${name} cannot be read with the given credentials; check the access key and its permissions.`
      : /\b404\b|NoSuchBucket|NoSuchKey/.test(message)
        ? `Nothing found at ${name}; check the address.`
        : `${name} cannot be reached; check the address, the region and the network.`,
  AZURE_BLOB_STORAGE_ERROR: (name, message) =>
    /\b40[13]\b|AuthorizationFailure|AuthenticationFailed/.test(message)
      ? `${name} cannot be read with the given credentials; check the storage account's key.`
      : `Nothing to read at ${name}; check the address.`,
  NETWORK_ERROR: (name) => `${name} cannot be reached; check the address and the network.`,
  DNS_ERROR: (name) => `${name} cannot be reached: its host name does not resolve; check the address.`,
  SUPPORT_IS_DISABLED: (name) =>
    `The warehouse cannot read a file such as ${name} from there; download it and upload the file.`,
}

/** Our error around the engine's, or the engine's own: its type and its message. */
function engineMessage(error: unknown): { type: string | undefined; message: string } {
  if (!(error instanceof KeptError)) return { type: undefined, message: '' }
  const type = error.details?.type
  return { type: typeof type === 'string' ? type : undefined, message: error.message }
}

/** A streamed file fails on our side: the engine only sees the connection end. */
function fromStream(error: unknown, { name }: BillSource): KeptError | undefined {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    const code = 'code' in cause ? String(cause.code) : ''
    if (
      /^Z_|^ERR_ZSTD|^ZSTD_|^ERR_BROTLI/.test(code) ||
      /unexpected end of file|invalid (?:stored|distance|block|code)/.test(cause.message)
    ) {
      return badInput(`${name} is damaged or incomplete; download it again and upload it again.`)
    }
    if (code === 'ENOENT') return badInput(`File ${name} no longer exists; upload it again.`)
    if (code === 'EACCES' || code === 'EPERM')
      return badInput(`${name} cannot be opened; check that Kept has read permission.`)
  }
  return undefined
}

async function unclosed(source: BillSource): Promise<KeptError> {
  return cannotSplit(source, source.content && (await findBrokenQuote(source.content(), source.delimiter ?? ',')))
}

export function cannotSplit(source: BillSource, broken: BrokenQuote | undefined): KeptError {
  const location = broken?.line ? ` in line ${broken.line}` : ''
  const problem =
    broken?.kind === 'never_closed'
      ? 'a quote is opened and never closed'
      : 'a quoted field does not end where its quote is closed'
  return badInput(
    `${source.name} cannot be split into rows${location}: ${problem}; fix that line (double a quote inside a field) or export the file again.`,
  )
}

async function tooMuchMemory(source: BillSource): Promise<KeptError> {
  if (source.container === 'CSVWithNames' && source.content) {
    const broken = await findBrokenQuote(source.content(), source.delimiter ?? ',')
    if (broken) return unclosed(source)
  }
  return new KeptError(
    'too_large',
    `Reading ${source.name} needs more memory than the warehouse may use; raise KEPT_WAREHOUSE_MEMORY_MB or upload the bill in smaller files.`,
  )
}

function atRow(message: string): string {
  const row = /\(at row (\d+)\)/.exec(message)?.[1]
  return row ? ` (about line ${row})` : ''
}
