import { errorText } from '@kept/client/error-text.ts'
import { sentenceOf } from '@kept/client/errors.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { Menu, MenuItem } from '@kept/ui/controls/Menu.tsx'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { Download } from 'lucide-react'
import { useState } from 'react'
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
  const [isBusy, setBusy] = useState(false)
  const run = async (format: ExportFormat) => {
    setBusy(true)
    try {
      const { name, blob } = await exportPeople(format, view)
      saveBlob(name, blob)
    } catch (error) {
      toasts.show({
        tone: 'error',
        title: errorText.usersExportFailed,
        body: sentenceOf(error) || errorText.exportFailed,
      })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Menu
      trigger={
        <Button isBusy={isBusy} icon={<Download size={14} className="text-faint" />}>
          Export
        </Button>
      }
    >
      {formats.map(({ format, label }) => (
        <MenuItem key={format} onSelect={() => void run(format)}>
          {label}
        </MenuItem>
      ))}
    </Menu>
  )
}
