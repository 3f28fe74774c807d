/** The user list as a PDF. */
import type { FoundPerson } from '@kept/store/people/list-people.ts'
import { pdfTable } from '../platform/pdf-table.ts'
import { exportColumns } from './export-columns.ts'

export function peoplePdf(
  people: readonly FoundPerson[],
  { organization, day }: { organization: string; day: string },
): Promise<Buffer> {
  return pdfTable({
    title: `Users of ${organization}`,
    subtitle: `${people.length} users, ${day}`,
    columns: exportColumns,
    rows: people.map((person) => exportColumns.map(({ format }) => format(person))),
  })
}
