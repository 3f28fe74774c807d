import { errorText } from '@kept/client/error-text.ts'
import { FormatMenu } from '../../csv/FormatMenu.tsx'
import { saveResponse } from '../../csv/save-response.ts'
import { writeSearch } from '../../url/search.ts'
import { type AuditView, auditFilterOf } from './security-view.ts'

const formats = [
  { format: 'csv', label: 'CSV, as filtered' },
  { format: 'pdf', label: 'PDF, as filtered' },
  { format: 'jsonl', label: 'JSON Lines, signed, all events' },
] as const

/** Exports the audit log. JSON Lines has every event of the days, so that it can be verified. */
export function AuditExport({ organization, view }: { organization: string; view: AuditView }) {
  const { start_date, end_date } = view
  return (
    <FormatMenu
      formats={formats}
      failed={errorText.auditExportFailed}
      download={({ format }) => {
        const filter = format === 'jsonl' ? { start_date, end_date } : auditFilterOf(view)
        const query = writeSearch({ format, ...filter })
        return saveResponse(`/v1/security/${organization}/audit-logs/export${query}`, `audit-log.${format}`)
      }}
    />
  )
}
