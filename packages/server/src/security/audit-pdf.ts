/**
 * The newest events of the audit log that a filter selects as a PDF, signed over every byte. `kept verify` checks it, and
 * the hash of each event, which is attached with all of its fields. That no event is missing shows only the JSON Lines file.
 */
import type { AuditSelection } from '@kept/domain/audit.ts'
import type { Signer } from '@kept/engine/savings/statement/sign-statement.ts'
import { pdfTable } from '../platform/pdf-table.ts'
import { signedPdfAttachments } from '../platform/signed-pdf-attachments.ts'
import { describeFilter } from './describe-filter.ts'
import { auditColumns } from './export-columns.ts'

export function auditPdf(selection: AuditSelection, signer: Signer): Promise<Buffer> {
  const { events, organization_id, organization, exported_at, is_capped, filter } = selection
  const chosen = describeFilter(filter)
  const count = `${events.length} ${events.length === 1 ? 'event' : 'events'}`
  const day = exported_at.slice(0, 10)
  const columns = auditColumns.filter(({ steps }) => steps > 0)
  return pdfTable({
    title: `Audit log of ${organization}`,
    subtitle: [
      is_capped ? `The newest ${count}, ${day}. Export CSV or JSON Lines for all of them.` : `${count}, ${day}.`,
      ...(chosen ? [`Only ${chosen}.`] : []),
      `Organization ${organization_id}.`,
    ].join(' '),
    columns: columns.map(({ label, steps }) => ({ label: label[0]?.toUpperCase() + label.slice(1), steps })),
    rows: events.map((event) => columns.map(({ format }) => format(event))),
    signed: { signer, attachment: { ...signedPdfAttachments.audit, content: JSON.stringify(selection) } },
  })
}
