import type { FoundPerson } from '@kept/store/people/list-people.ts'
import { exportColumns } from './export-columns.ts'

/** The user list as an Excel workbook. Every cell is text, which prevents formula injection. */
export async function peopleWorkbook(people: readonly FoundPerson[]): Promise<Buffer> {
  const { default: writeWorkbook } = await import('write-excel-file/node')
  const headings = exportColumns.map(({ label }) => ({ value: label, type: String, fontWeight: 'bold' as const }))
  const rows = people.map((person) =>
    exportColumns.map(({ format }) => ({ value: clean(format(person)), type: String })),
  )
  const columns = exportColumns.map(({ steps }) => ({ width: steps * 8 }))
  return writeWorkbook([headings, ...rows], { columns, stickyRowsCount: 1, sheet: 'People' }).toBuffer()
}

/** XML does not allow control characters. */
function clean(text: string): string {
  return text.replaceAll(/\p{Cc}/gu, ' ')
}
