/** From a stored file to something that can be read: what it is packed with, what is inside, how its header reads. */
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
  /** Of delimited files. */
  csv?: CsvHead
  /** What has to be said about how its text is written. */
  notes: string[]
  /** True when nobody has looked at the whole text: the engine checks row by row that it is UTF-8. */
  isUnchecked: boolean
  /** The beginning of the content; of JSON lines whole lines only, for asking the engine about their types. */
  start: string
}

/** A file that is no bill at all: refused when it was handed over by itself, passed over inside a folder. */
interface ForeignFile {
  file: RawFile
  /** "a PDF document" */
  label: string
  advice: string
}

/** A header longer than this is none. */
const maxHeadBytes = 4 * 1024 * 1024
const defaultHead = 1024 * 1024

/**
 * With `checkText`, the whole text is read once to know its encoding; without, whoever reads it must refuse what is not
 * UTF-8. What is written otherwise is given back as a file of UTF-8.
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
  if (packing === 'zip') throw badInput(`${file.name} is a zip inside a zip; please unpack it once.`)
  if (packing === 'zstd' && file.path && !(await isCompleteZstd(file.path))) {
    throw badInput(
      `${file.name} is damaged or was cut off on its way here; please fetch it again and deliver it once more.`,
    )
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
  if (!csv) return { file, label: 'a file without lines', advice: 'please export the bill as CSV or Parquet' }
  return { file, compression: packing, container: 'CSVWithNames', csv, start: text, ...checkedAs }
}

/** Of an object that stays in its bucket only the beginning can be looked at, and it cannot be decoded on its way. */
function refuseOtherEncodings({ name }: RawFile, start: Buffer, utf16: LegacyEncoding | undefined): void {
  const { length } = start
  if (!utf16 && [0, 1, 2, 3].some((cut) => isUtf8(start.subarray(0, length - cut)))) return
  throw badInput(
    `${name} is written in ${utf16 ? encodingLabels[utf16] : 'another encoding than UTF-8'}; please save it as UTF-8, or download it and deliver the file.`,
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
  return badInput(`${name} is empty; please fetch the bill again.`)
}
