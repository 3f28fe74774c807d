import { errorText } from '@kept/client/error-text.ts'
import { FormatMenu } from '../../csv/FormatMenu.tsx'
import { saveBlob } from '../../csv/save.ts'
import { type ExportFormat, exportPeople } from './export-people.ts'
import type { PeopleView } from './people-view.ts'

const formats: { format: ExportFormat; label: string }[] = [
  { format: 'csv', label: 'CSV' },
  { format: 'excel', label: 'Excel' },
  { format: 'pdf', label: 'PDF' },
]

/** The people the list shows, all pages of it, as a file in one of three formats. */
export function ExportMenu({ view }: { view: PeopleView }) {
  return (
    <FormatMenu
      formats={formats}
      failed={errorText.usersExportFailed}
      download={async ({ format }) => {
        const { name, blob } = await exportPeople(format, view)
        saveBlob(name, blob)
      }}
    />
  )
}
