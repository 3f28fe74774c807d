import { KeptError } from '@kept/domain/errors.ts'
import { bookWriteOff } from '@kept/engine/billing/journal-entries.ts'
import { openAmount } from '@kept/engine/billing/payment-state.ts'
import { bookTransaction } from '@kept/store/billing/journal.ts'
import { lockBilling } from '@kept/store/billing/lock.ts'
import { countBooked } from '@kept/store/billing/returned-money.ts'
import type { ScopedTransaction } from '@kept/store/database/connect.ts'
import { requireInvoice } from '../documents/load-document.ts'
import { settleInvoice } from './settle-invoice.ts'

/** What is still open of an invoice is given up. Money that comes later takes that back. */
export async function writeOff(tx: ScopedTransaction, invoiceId: string, now: Date): Promise<bigint> {
  await lockBilling(tx)
  const invoice = await requireInvoice(tx, invoiceId)
  const open = invoice.state === 'issued' && invoice.kind === 'invoice' ? openAmount(invoice) : 0n
  if (open <= 0n) throw new KeptError('conflict', 'Nothing is open on this invoice.')
  // A payment, refund or chargeback after a write-off may leave something open that is written off as well.
  const earlier = await countBooked(tx, `write-off ${invoiceId} `)
  const event = { id: `${invoiceId} no. ${earlier + 1}`, currency: invoice.currency, reference: invoice.number ?? '' }
  const isBooked = await bookTransaction(tx, bookWriteOff(event, open), { invoiceId, now })
  if (!isBooked) throw new Error(`the write-off of invoice ${invoiceId} is in the journal already`)
  await settleInvoice(tx, invoiceId, { writtenOff: open })
  return open
}
