/** An invoice as CSV for a spreadsheet: one row for each action of each line. */
import type { InvoiceDocument } from '@kept/domain/billing/invoice-document.ts'
import { csvTable } from '@kept/foundation/csv/write.ts'

const columns = [
  ...['number', 'kind', 'issued_on', 'due_on', 'line', 'group', 'description', 'period', 'statement_id'],
  ...['action_id', 'action', 'resource', 'saved', 'fee', 'currency', 'tax_category', 'tax_percent'],
]

/** A line without actions is one row with its own amounts, so that the fees always add up to the net amount. */
export function writeInvoiceCsv({ number, kind, issued_on, due_on, currency, lines }: InvoiceDocument): string {
  return csvTable(
    columns,
    lines.flatMap((line) => {
      const { position, group, description, period, statement_id, saved, fee, tax_category, tax_percent } = line
      const actions = line.actions.length > 0 ? line.actions : [{ action_id: '', title: '', resource: '', saved, fee }]
      return actions.map((action) => [
        ...[number, kind, issued_on, due_on, position, group, description, period, statement_id],
        ...[action.action_id, action.title, action.resource, action.saved, action.fee],
        ...[currency, tax_category, tax_percent],
      ])
    }),
  )
}
