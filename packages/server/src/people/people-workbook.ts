import type { FoundPerson } from '@kept/store/people/list-people.ts'
import writeWorkbook from 'write-excel-file/node'
import { exportColumns } from './export-columns.ts'

/** The people as an Excel workbook. Every cell is text, so that none is ever a formula. */
export function peopleWorkbook(people: readonly FoundPerson[]): Promise<Buffer> {
  const headings = exportColumns.map(({ label }) => ({ value: label, type: String, fontWeight: 'bold' as const }))
  const rows = people.map((person) => exportColumns.map(({ of }) => ({ value: clean(of(person)), type: String })))
  const columns = exportColumns.map(({ steps }) => ({ width: steps * 8 }))
  return writeWorkbook([headings, ...rows], { columns, stickyRowsCount: 1, sheet: 'People' }).toBuffer()
}

/** Control characters cannot stand in a workbook's XML. */
function clean(text: string): string {
  return text.replaceAll(/\p{Cc}/gu, ' ')
}
