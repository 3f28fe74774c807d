/** `kept verify <invoice.pdf>`: reads, verifies and reports an invoice. */

import { readInvoice } from '../../../billing/documents/reading/read-invoice.ts'
import type { Terminal } from '../../terminal.ts'
import { notRecalculated } from '../check-without-bill.ts'
import type { VerifyRequest } from '../verify-request.ts'
import { nameOf, verifyInvoice } from './verify-invoice.ts'

export async function reportInvoice(
  terminal: Terminal,
  path: string,
  { json, ...request }: Omit<VerifyRequest, 'statement'> & { json: boolean },
): Promise<void> {
  const invoice = await readInvoice(path)
  const verification = await verifyInvoice(invoice, request)
  const { document } = invoice
  if (!verification.agrees) process.exitCode = 1
  if (json) return terminal.out(`${JSON.stringify({ number: document.number, ...verification }, null, 2)}\n`)
  if (!verification.agrees)
    return terminal.out(`${terminal.style('bad', 'Does not match.')} ${verification.sentence}\n`)
  const { due } = document.totals
  const { rows, skipped, unbilled, statements } = verification
  const papers = statements === 1 ? 'its signed statement' : `its ${statements} signed statements`
  if (!verification.recalculated)
    terminal.out(
      `${terminal.style('good', 'Consistent.')} ${nameOf(document)}: ${due} ${document.currency} follows from ${papers}. Signatures, fees, tax, totals and pages match.\n${notRecalculated(document.statements.map(({ period }) => period))}`,
    )
  else
    terminal.out(
      `${terminal.style('good', 'Verified.')} ${nameOf(document)} is right to the cent: ${due} ${document.currency}, recalculated from ${papers} and ${rows} rows of your bill.\n`,
    )
  if (skipped > 0) terminal.out(`Skipped ${skipped} unreadable ${skipped === 1 ? 'row' : 'rows'} of other months.\n`)
  if (unbilled > 0)
    terminal.out(
      `Not on this document: ${unbilled} ${unbilled === 1 ? 'action' : 'actions'} that the statements charge for, because a line was disputed or billed elsewhere.\n`,
    )
  if (request.trustedKey === undefined)
    terminal.out('The signatures match the key named in the file. Use --key to check them against a key you trust.\n')
}
