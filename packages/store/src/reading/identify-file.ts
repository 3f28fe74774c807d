/** From a stored file to something that can be read: what it is packed with, what is inside, how its header reads. */
import { badInput } from '@kept/domain/errors.ts'
import { contentOf, packingOf } from './content-kind.ts'
import { type CsvHead, readCsvHead } from './csv-head.ts'
import { type RawFile, readStart, unpacked } from './raw-file.ts'
import { readingError } from './reading-error.ts'
import type { Compression, Container } from './source.ts'
import { isWholeZstd } from './zstd-frames.ts'

export interface IdentifiedFile {
  file: RawFile
  compression: Compression
  container: Container
  /** Of delimited files. */
  csv?: CsvHead
  /** The beginning of the content; of JSON lines whole lines only, for asking the engine about their types. */
  start: string
}

/** A file that is no bill at all: refused when it was handed over by itself, passed over inside a folder. */
export interface ForeignFile {
  file: RawFile
  /** "a PDF document" */
  what: string
  advice: string
}

/** A header longer than this is none. */
const mostHead = 4 * 1024 * 1024
const usualHead = 1024 * 1024

export async function identifyFile(file: RawFile): Promise<IdentifiedFile | ForeignFile> {
  if (file.bytes === 0) throw empty(file)
  const { bytes: first } = await startOf(file, 'none', 64)
  if (first.length === 0) throw empty(file)
  const packing = packingOf(first)
  if (packing === 'zip') throw badInput(`${file.name} is a zip inside a zip; please unpack it once.`)
  if (packing === 'zstd' && file.path && !(await isWholeZstd(file.path))) {
    throw badInput(
      `${file.name} is damaged or was cut off on its way here; please fetch it again and deliver it once more.`,
    )
  }
  let { bytes, whole } = await startOf(file, packing, usualHead)
  if (bytes.length === 0) throw empty(file)
  const content = contentOf(bytes)
  if (content.is === 'foreign') return { file, what: content.what, advice: content.advice }
  if (content.is === 'parquet') return { file, compression: packing, container: 'Parquet', start: '' }

  let text = bytes.toString('utf8')
  if (content.is === 'json_lines') {
    const lines = whole ? text : text.slice(0, text.lastIndexOf('\n') + 1)
    return { file, compression: packing, container: 'JSONEachRow', start: lines }
  }
  let csv = readCsvHead(text, whole)
  if (!csv && !whole) {
    ;({ bytes, whole } = await startOf(file, packing, mostHead))
    text = bytes.toString('utf8')
    csv = readCsvHead(text, whole)
  }
  if (!csv) return { file, what: 'a file without lines', advice: 'please export the bill as CSV or Parquet' }
  return { file, compression: packing, container: 'CSVWithNames', csv, start: text }
}

async function startOf(file: RawFile, packing: Compression, most: number): Promise<{ bytes: Buffer; whole: boolean }> {
  try {
    const start = await readStart(unpacked(file.open(), packing, file.beginningOnly), most)
    return { ...start, whole: start.whole && !file.beginningOnly }
  } catch (error) {
    throw await readingError(error, { name: file.name, container: 'CSVWithNames', bytes: file.bytes, from: () => '' })
  }
}

function empty({ name }: RawFile) {
  return badInput(`${name} is empty; please fetch the bill again.`)
}
