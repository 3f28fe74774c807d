/** An invoice that is still owed is settled by its own credit notes first. */
import { applyCredits } from '@kept/engine/billing/apply-credits.ts'
import { bookCreditApplied } from '@kept/engine/billing/journal-entries.ts'
import { openAmount } from '@kept/engine/billing/payment-state.ts'
import { listCreditsOfCorrections, useCredit } from '@kept/store/billing/credits.ts'
import { readInvoice } from '@kept/store/billing/invoices.ts'
import { bookTransaction } from '@kept/store/billing/journal.ts'
import type { ScopedTransaction } from '@kept/store/database/connect.ts'
import { settleInvoice } from './settle-invoice.ts'

export async function applyCorrections(tx: ScopedTransaction, invoiceId: string, now: Date): Promise<void> {
  const invoice = await readInvoice(tx, invoiceId)
  if (invoice?.state !== 'issued' || openAmount(invoice) <= 0n) return
  const credits = await listCreditsOfCorrections(tx, invoiceId)
  for (const { id: creditId, amount } of applyCredits(credits, openAmount(invoice))) {
    const use = await useCredit(tx, { creditId, invoiceId, amount, now })
    const event = { id: invoiceId, currency: invoice.currency, reference: invoice.number ?? '', use }
    await bookTransaction(tx, bookCreditApplied(event, amount), { invoiceId, now })
    await settleInvoice(tx, invoiceId, { credited: amount })
  }
}
