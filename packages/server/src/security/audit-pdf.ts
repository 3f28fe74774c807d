/** The newest events of the audit log as a PDF: to read and to hand over. The signed export is the JSON Lines file. */
import type { AuditEvent } from '@kept/domain/audit.ts'
import { pdfTable } from '../platform/pdf-table.ts'
import { auditColumns } from './export-columns.ts'

export function auditPdf(
  events: readonly AuditEvent[],
  { organization, day, isCapped }: { organization: string; day: string; isCapped: boolean },
): Promise<Buffer> {
  const count = `${events.length} ${events.length === 1 ? 'event' : 'events'}`
  return pdfTable({
    title: `Audit log of ${organization}`,
    subtitle: isCapped ? `The newest ${count}, ${day}. Export CSV or JSON Lines for all of them.` : `${count}, ${day}`,
    columns: auditColumns
      .filter(({ steps }) => steps > 0)
      .map(({ label, steps }) => ({ label: label[0]?.toUpperCase() + label.slice(1), steps })),
    rows: events.map((event) => auditColumns.filter(({ steps }) => steps > 0).map(({ format }) => format(event))),
  })
}
