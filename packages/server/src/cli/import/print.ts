/** Prints the result of an import: notes, loads, losses and reconciliation. */
import { summarizeImport } from '@kept/domain/import-outcome.ts'
import type { Import } from '@kept/domain/ingest.ts'
import { formatCount } from '@kept/foundation/format/number.ts'
import { type Terminal, textTable } from '../terminal.ts'
import type { ImportReport } from './import-report.ts'

export function printImport({ import: done, loads, organization }: ImportReport, terminal: Terminal): void {
  for (const note of done.notes) terminal.out(`${terminal.style('quiet', note)}\n`)
  if (loads.length > 0) {
    const rows = loads.map((load) => [
      load.billing_period.slice(0, 7),
      load.provider,
      load.billing_account_id,
      formatCount(load.rows),
      load.billed.map(({ amount, currency }) => `${amount} ${currency}`).join(', '),
    ])
    const columns = [
      { head: 'month' },
      { head: 'provider' },
      { head: 'account' },
      { head: 'rows', align: 'right' as const },
      { head: 'billed', align: 'right' as const },
    ]
    terminal.out(`\n${textTable(columns, rows, terminal.width)}\n`)
  }
  if (done.reconciliation) printReconciliation(done, done.reconciliation, organization, terminal)
  if (done.status === 'needs_confirmation') printWaiting(done, terminal)
}

function printReconciliation(
  { losses }: Import,
  reconciliation: NonNullable<Import['reconciliation']>,
  organization: string,
  terminal: Terminal,
): void {
  const { read, stored, rejected } = reconciliation.rows
  const skippedText = rejected > 0 ? `, ${formatCount(rejected)} skipped` : ''
  terminal.out(
    `\n${formatCount(read)} rows read, ${formatCount(stored)} imported${skippedText}, for "${organization}".\n`,
  )
  for (const { column, currency, difference, explanation } of reconciliation.columns) {
    if (explanation) terminal.out(`${column} ${currency} differs by ${difference}: ${explanation}\n`)
  }
  for (const { invoice_id, currency, difference, explanation } of reconciliation.invoices) {
    if (explanation) terminal.out(`Invoice ${invoice_id} differs by ${difference} ${currency}: ${explanation}\n`)
  }
  for (const { billing_period, account, summary } of losses) {
    const location = [billing_period?.slice(0, 7), account].filter(Boolean).join(', ')
    terminal.out(`${terminal.style('bad', location ? `${location}: ${summary}` : summary)}\n`)
  }
  const { level, summary } = summarizeImport(reconciliation, losses)
  terminal.out(`${terminal.style(level === 'good' ? 'good' : 'bad', summary)}\n`)
}

function printWaiting({ expires_at }: Import, terminal: Terminal): void {
  terminal.out(
    `\nNothing was changed. This import waits for confirmation until ${expires_at?.slice(0, 10)}. Confirm or discard it in the Integration Center, or run the command again with --accept-smaller.\n`,
  )
}
