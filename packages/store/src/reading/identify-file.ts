/** Identifies a stored file: its compression, its content, and how its header reads. */
import { isUtf8 } from 'node:buffer'
import { badInput } from '@kept/domain/errors.ts'
import { contentOf, packingOf } from './content-kind.ts'
import { type CsvHead, readCsvHead } from './csv-head.ts'
import { type RawFile, readStart, unpacked } from './raw-file.ts'
import { readingError } from './reading-error.ts'
import type { Compression, Container } from './source.ts'
import { checkText, decodedFile, decodeStart, encodingLabels, type LegacyEncoding, utf16Of } from './text-encoding.ts'
import { isCompleteZstd } from './zstd-frames.ts'

export interface IdentifiedFile {
  file: RawFile
  compression: Compression
  container: Container
  /** For delimited files. */
  csv?: CsvHead
  /** Notes about how its text is written. */
  notes: string[]
  /** True when the text was not scanned completely: the engine checks row by row that it is UTF-8. */
  isUnchecked: boolean
  /** The start of the content; of JSON lines only complete lines, for type inference by the engine. */
  start: string
}

/** A file that is not a bill: rejected when it was named explicitly, skipped inside a folder. */
interface ForeignFile {
  file: RawFile
  /** "a PDF document" */
  label: string
  advice: string
}

/** A longer header is rejected. */
const maxHeadBytes = 4 * 1024 * 1024
const defaultHead = 1024 * 1024

/**
 * With `checkText`, the entire text is read once to detect its encoding; without, the reader must reject what is not
 * UTF-8. Text in another encoding is returned as a UTF-8 file.
 */
export async function identifyFile(
  stored: RawFile,
  { isTextChecked = true }: { isTextChecked?: boolean } = {},
): Promise<IdentifiedFile | ForeignFile> {
  let file = stored
  if (file.bytes === 0) throw empty(file)
  const { bytes: first } = await startOf(file, 'none', 64)
  if (first.length === 0) throw empty(file)
  let packing = packingOf(first)
  if (packing === 'zip') throw badInput(`${file.name} is a zip inside a zip; unpack it once.`)
  if (packing === 'zstd' && file.path && !(await isCompleteZstd(file.path))) {
    throw badInput(`${file.name} is damaged or incomplete; download it again and upload it again.`)
  }
  let { bytes, isComplete } = await startOf(file, packing, defaultHead)
  if (bytes.length === 0) throw empty(file)
  const utf16 = utf16Of(bytes)
  const content = contentOf(utf16 ? decodeStart(bytes, utf16) : bytes)
  if (content.is === 'foreign') return { file, label: content.label, advice: content.advice }
  if (content.is === 'parquet')
    return { file, compression: packing, container: 'Parquet', start: '', notes: [], isUnchecked: false }

  let notes: string[] = []
  if (file.beginningOnly) refuseOtherEncodings(file, bytes, utf16)
  else if (isTextChecked || utf16) {
    const checked = await checkText(file, packing, { utf16, isDelimited: content.is === 'delimited' })
    notes = checked.notes
    if (checked.encoding) {
      file = decodedFile(file, packing, checked.encoding)
      packing = 'none'
      ;({ bytes, isComplete } = await startOf(file, packing, defaultHead))
    }
  }
  const checkedAs = { notes, isUnchecked: file.beginningOnly === true }

  let text = bytes.toString('utf8')
  if (content.is === 'json_lines') {
    const lines = isComplete ? text : text.slice(0, text.lastIndexOf('\n') + 1)
    return { file, compression: packing, container: 'JSONEachRow', start: lines, ...checkedAs }
  }
  let csv = readCsvHead(text, isComplete)
  if (!csv && !isComplete) {
    ;({ bytes, isComplete } = await startOf(file, packing, maxHeadBytes))
    text = bytes.toString('utf8')
    csv = readCsvHead(text, isComplete)
  }
  if (!csv) return { file, label: 'a file without lines', advice: 'export the bill as CSV or Parquet' }
  return { file, compression: packing, container: 'CSVWithNames', csv, start: text, ...checkedAs }
}

/** Of an object that stays in its bucket, only the start is available, and it cannot be decoded on the way. */
function refuseOtherEncodings({ name }: RawFile, start: Buffer, utf16: LegacyEncoding | undefined): void {
  const { length } = start
  if (!utf16 && [0, 1, 2, 3].some((cut) => isUtf8(start.subarray(0, length - cut)))) return
  throw badInput(
    `${name} is written in ${utf16 ? encodingLabels[utf16] : 'another encoding than UTF-8'}; save it as UTF-8, or download it and upload the file.`,
  )
}

async function startOf(
  file: RawFile,
  packing: Compression,
  maxBytes: number,
): Promise<{ bytes: Buffer; isComplete: boolean }> {
  try {
    const start = await readStart(unpacked(file.open(), packing, file.beginningOnly), maxBytes)
    return { ...start, isComplete: start.isComplete && !file.beginningOnly }
  } catch (error) {
    throw await readingError(error, { name: file.name, container: 'CSVWithNames', bytes: file.bytes, from: () => '' })
  }
}

function empty({ name }: RawFile) {
  return badInput(`${name} is empty; download the bill again.`)
}
