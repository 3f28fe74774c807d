/** What an import has done, for people: its notes, its months, what it lacks, and whether the sums agree. */
import { verdictOf } from '@kept/domain/import-verdict.ts'
import type { Import } from '@kept/domain/ingest.ts'
import { type Terminal, textTable } from '../terminal.ts'
import type { BroughtIn } from './brought-in.ts'

const number = new Intl.NumberFormat('en-US')

export function printImport({ import: done, loads, organization }: BroughtIn, terminal: Terminal): void {
  for (const note of done.notes) terminal.out(`${terminal.style('quiet', note)}\n`)
  if (loads.length > 0) {
    const rows = loads.map((load) => [
      load.billing_period.slice(0, 7),
      load.provider,
      load.billing_account_id,
      number.format(load.rows),
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
  if (done.reconciliation) printProof(done, done.reconciliation, organization, terminal)
  if (done.status === 'needs_confirmation') printWaiting(done, terminal)
}

function printProof(
  { losses }: Import,
  proof: NonNullable<Import['reconciliation']>,
  organization: string,
  terminal: Terminal,
): void {
  const { read, kept, set_aside } = proof.rows
  const aside = set_aside > 0 ? `, ${number.format(set_aside)} set aside` : ''
  terminal.out(`\n${number.format(read)} rows read, ${number.format(kept)} kept${aside}, for "${organization}".\n`)
  for (const { column, currency, difference, explanation } of proof.columns) {
    if (explanation) terminal.out(`${column} ${currency} differs by ${difference}: ${explanation}\n`)
  }
  for (const { invoice_id, currency, difference, explanation } of proof.invoices) {
    if (explanation) terminal.out(`Invoice ${invoice_id} differs by ${difference} ${currency}: ${explanation}\n`)
  }
  for (const { billing_period, account, summary } of losses) {
    const place = [billing_period?.slice(0, 7), account].filter(Boolean).join(', ')
    terminal.out(`${terminal.style('bad', place ? `${place}: ${summary}` : summary)}\n`)
  }
  const { level, summary } = verdictOf(proof, losses)
  terminal.out(`${terminal.style(level === 'good' ? 'good' : 'bad', summary)}\n`)
}

function printWaiting({ expires_at }: Import, terminal: Terminal): void {
  terminal.out(
    `\nNothing was changed: this import waits for confirmation until ${expires_at?.slice(0, 10)}. Confirm or discard it in the Integration Center, or run the command again with --accept-smaller.\n`,
  )
}
