import { errorText } from '@kept/client/error-text.ts'
import { sentenceOf } from '@kept/client/errors.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { Menu, MenuItem } from '@kept/ui/controls/Menu.tsx'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { send } from '../../api/http-client.ts'
import { saveBlob } from '../../csv/save.ts'
import { serverUrl } from '../../url/base-path.ts'
import { writeSearch } from '../../url/search.ts'
import { type AuditView, auditFilterOf } from './security-view.ts'

const formats = [
  { format: 'csv', label: 'CSV, as filtered' },
  { format: 'pdf', label: 'PDF, as filtered' },
  { format: 'jsonl', label: 'JSON Lines, signed, all events' },
] as const
type Format = (typeof formats)[number]['format']

/** Exports the audit log. JSON Lines has every event of the days, so that it can be verified. */
export function AuditExport({ organization, view }: { organization: string; view: AuditView }) {
  const [isBusy, setBusy] = useState(false)
  const run = async (format: Format) => {
    setBusy(true)
    try {
      const { start_date, end_date } = view
      const filter = format === 'jsonl' ? { start_date, end_date } : auditFilterOf(view)
      const query = writeSearch({ format, ...filter })
      const address = `/v1/security/${organization}/audit-logs/export${query}`
      const response = await send(new Request(serverUrl(address)))
      saveBlob(`audit-log.${format}`, await response.blob())
    } catch (error) {
      toasts.show({ tone: 'error', title: errorText.auditExportFailed, body: sentenceOf(error) })
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
