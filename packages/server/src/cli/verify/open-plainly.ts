/** Opens the files of a bill that can be read without the warehouse. Throws NotPlain unless all of them can. */
import type { Readable } from 'node:stream'
import { NotPlain } from '@kept/connectors/plain/not-plain.ts'
import type { PlainBill } from '@kept/connectors/plain/read-lines.ts'
import { type BillFormat, missingColumns, recognizeFormats } from '@kept/domain/bill-format.ts'
import { duplicateColumns } from '@kept/store/reading/duplicate-columns.ts'
import { findFiles, withoutTwins } from '@kept/store/reading/find-files.ts'
import { identifyFile } from '@kept/store/reading/identify-file.ts'
import { unpacked } from '@kept/store/reading/raw-file.ts'

export interface PlainFile {
  bill: PlainBill
  open(): Readable
}

export async function openPlainly(paths: readonly string[], formats: readonly BillFormat[]): Promise<PlainFile[]> {
  const candidates = []
  for (const path of paths) candidates.push(...(await findFiles(path, path)).files)
  const { unique } = await withoutTwins(candidates)
  const files: (PlainFile & { format: BillFormat })[] = []
  for (const { file, inFolder } of unique) {
    // Rows are checked as they are read, so the text check is skipped.
    const identified = await identifyFile(file, { isTextChecked: false })
    if ('label' in identified) {
      if (inFolder) continue
      throw new NotPlain('it is no bill')
    }
    const { csv, compression, file: readable } = identified
    if (!csv) throw new NotPlain('it is no delimited file')
    if (duplicateColumns(csv.header).length > 0) throw new NotPlain('it has a column twice')
    const format = formatOf(csv.header, formats)
    const bill = { header: csv.header, delimiter: csv.delimiter, mapping: format.mapping }
    files.push({ format, bill, open: () => unpacked(readable.open(), compression) })
  }
  if (files.length === 0) throw new NotPlain('there is no bill among the files')
  if (files.some(({ format }) => format.companion)) throw new NotPlain('two halves of one month may lie side by side')
  return files
}

/** The format, when the columns alone identify it. */
function formatOf(header: readonly string[], formats: readonly BillFormat[]): BillFormat {
  const [recognized] = recognizeFormats(formats, header).filter((format) => missingColumns(format, header).length === 0)
  if (!recognized || recognized.signature.rows) throw new NotPlain('its columns do not say what it is')
  if (recognized.dataset !== 'cost_and_usage') throw new NotPlain('it is another dataset')
  return recognized
}
